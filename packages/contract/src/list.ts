import { z } from 'zod'
import { TimeZone } from './time-zone.ts'

/** Page sizes in the console. The server accepts any size up to the last. */
export const pageSizes = [10, 20, 50, 100] as const

/** Multiplied by the largest page size, this stays below 2^53. */
const pagesMax = 10 ** 13

/**
 * The query of a paged list: `page` from 1, `size` up to 100, the list's filters, and `order`, a comma-separated list
 * of sortable fields, each with a leading `-` for descending.
 */
export function listQuery<
  const Fields extends readonly string[],
  Filters extends Record<string, z.ZodType>,
>(sortable: Fields, filters: Filters) {
  return z.object({
    page: z.coerce.number().int().min(1).max(pagesMax).catch(1).default(1),
    size: z.coerce.number().int().min(1).max(100, { error: 'list.size' }).default(10),
    order: z
      .string()
      .default('')
      .refine((order) => orderFields(order).every((field) => sortable.includes(field)), {
        error: 'list.order',
      }),
    ...filters,
  })
}

/** The query of an export: the list's filters, and the time zone for times in the file. */
export const exportQuery = <Filters extends Record<string, z.ZodType>>(filters: Filters) =>
  z.object({ ...filters, time_zone: TimeZone.default('UTC') })

function orderFields(order: string): string[] {
  return order
    .split(',')
    .map((field) => field.trim().replace(/^-/, ''))
    .filter((field) => field !== '')
}

/** A page of rows, at `data.data` of the envelope. */
export const listOf = <Row extends z.ZodType>(row: Row) =>
  z.object({
    data: z.array(row),
    page: z.number().int(),
    size: z.number().int(),
    total_count: z.number().int(),
  })
