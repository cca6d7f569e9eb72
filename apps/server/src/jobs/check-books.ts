import type { LedgerReader } from '@posthouse/ledger/reader'
import type { Log } from '../http/log.ts'

/** Recomputes every balance from its rows. A difference is never mended here: an operator must see it. */
export async function checkBooks(reader: LedgerReader, log: Log): Promise<void> {
  const differences = await reader.differences()
  for (const { account, figure, stored, derived } of differences) {
    log.error(
      { account, figure, stored: String(stored), derived: String(derived) },
      'a balance differs from the fold of its transfers',
    )
  }
  log.info({ differences: differences.length }, 'the books are checked')
}
