import type { PriceInput } from '@posthouse/contract/price'
import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'

type Values = z.input<typeof PriceInput>
export type PriceForm = UseFormReturn<Values, unknown, PriceInput>
export type Line = NonNullable<Values['lines']>[number]
