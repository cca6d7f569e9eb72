import type { LedgerReader } from '@posthouse/ledger/reader'

export type Finding = { readonly ok: boolean; readonly text: string }

/** Recomputes the books from their rows and names every difference. Changes nothing. */
export async function examine(reader: LedgerReader): Promise<Finding[]> {
  const [sums, differences] = await Promise.all([reader.sums(), reader.differences()])
  return [
    ...sums.map(({ ledger, debits, credits }) => ({
      ok: debits === credits,
      text: `ledger ${ledger}: debits ${debits}, credits ${credits}`,
    })),
    ...differences.map(({ account, figure, stored, derived }) => ({
      ok: false,
      text: `${account}: ${figure} is ${stored}, its rows give ${derived}`,
    })),
    ...(differences.length === 0
      ? [{ ok: true, text: 'every balance equals the fold of its transfers' }]
      : []),
  ]
}
