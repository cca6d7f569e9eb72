import type { Kysely } from 'kysely'
import { addColumn } from './columns.ts'

/** Responses that are still being made. */
export const background = (database: Kysely<unknown>): Promise<void> =>
  addColumn(database, 'responses', 'under_way')
