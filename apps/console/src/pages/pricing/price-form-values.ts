import type { PriceInput } from '@posthouse/contract/price'
import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'

type Values = z.input<typeof PriceInput>
export type PriceForm = UseFormReturn<Values, unknown, PriceInput>
export type Line = NonNullable<Values['lines']>[number]

/** What a meter costs always. */
export const isPlain = (line: Line): boolean =>
  [line.tier, line.from_input_tokens, line.attributes, line.from, line.until].every(
    (condition) => condition === undefined,
  )

/** The price of one kind of a call, whatever the day. */
export const isKind = ({ bucket, attributes, ...line }: Line): boolean =>
  bucket === 'call' &&
  attributes !== undefined &&
  [line.tier, line.from_input_tokens, line.from, line.until].every(
    (condition) => condition === undefined,
  )
