import { basename } from 'node:path'
import type { LedgerReader } from '@posthouse/ledger/reader'
import { countRefused, journalsWithRefused, replayRefused } from '@posthouse/ledger/refused-file'

export type Finding = { readonly ok: boolean; readonly text: string }

/** Recomputes the books from their rows and names every difference. Changes nothing. */
export async function examine(reader: LedgerReader, dataFolder: string): Promise<Finding[]> {
  const [sums, differences, refused] = await Promise.all([
    reader.sums(),
    reader.differences(),
    examineRefused(dataFolder),
  ])
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
    ...refused,
  ]
}

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

/** Settlements that no database took lie beside the journals of this machine. */
async function examineRefused(dataFolder: string): Promise<Finding[]> {
  const journals = await journalsWithRefused(dataFolder)
  const counts = await Promise.all(journals.map((journal) => countRefused(journal)))
  const refused = counts.reduce((sum, count) => sum + count, 0)
  if (refused === 0) return [{ ok: true, text: 'no settlement was refused' }]
  return [{ ok: false, text: `refused settlements: ${refused}; doctor --replay charges them` }]
}
