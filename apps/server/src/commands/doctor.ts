import { basename } from 'node:path'
import { journalsWithRefused, replayRefused } from '@posthouse/ledger/refused-file'

/** Charges what was refused, journal by journal. Answers what came of it. */
export async function replayAll(
  dataFolder: string,
  retry: Parameters<typeof replayRefused>[1],
): Promise<string[]> {
  const lines: string[] = []
  for (const journal of await journalsWithRefused(dataFolder)) {
    const { done, left } = await replayRefused(journal, retry)
    lines.push(
      `${basename(journal)}: refused settlements now in the ledger: ${done}, still refused: ${left}`,
    )
  }
  return lines
}
