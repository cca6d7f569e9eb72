import { z } from 'zod'

/** More money for a hold, as the row of the log keeps it. `at`: epoch milliseconds. */
type Extension = { readonly quota: bigint; readonly at: number }

const Stored = z.array(z.tuple([z.string(), z.number()]))

export const extensionsText = (extensions: readonly Extension[]): string =>
  extensions.length === 0
    ? ''
    : JSON.stringify(extensions.map(({ quota, at }) => [String(quota), at]))

/** Additions to the hold of a call, in order. */
export const extensionsIn = ({ extensions }: { readonly extensions: string }): Extension[] =>
  extensions === ''
    ? []
    : Stored.parse(JSON.parse(extensions)).map(([quota, at]) => ({ quota: BigInt(quota), at }))
