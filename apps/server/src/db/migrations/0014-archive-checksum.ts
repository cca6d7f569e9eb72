import type { Kysely } from 'kysely'
import { addColumn } from './columns.ts'

/** Of the compressed rows of a part, so that a changed byte is seen. Parts of before have none. */
export const archiveChecksum = (database: Kysely<unknown>): Promise<void> =>
  addColumn(database, 'log_archives', 'checksum', 'text')
