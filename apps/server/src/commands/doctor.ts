import { basename } from 'node:path'
import { journalsWithRefused, replayRefused } from '@posthouse/ledger/refused-file'
import { examineBooks } from '../books/examine-books.ts'
import type { OperatorParts, RunCommand } from './operator-command.ts'

/** Names every difference in the books; with `--replay` charges first what was refused. */
export const doctor: RunCommand = async ({ parts, argument, print }) => {
  if (argument === '--replay') await replayAll(parts, print)
  const findings = await examineBooks(parts)
  for (const { ok, text } of findings) print(`${ok ? '✓' : '✗'} ${text}`)
  return findings.every(({ ok }) => ok) ? 0 : 1
}

async function replayAll(
  { dataFolder, retry }: OperatorParts,
  print: (line: string) => void,
): Promise<void> {
  for (const journal of await journalsWithRefused(dataFolder)) {
    const { done, left } = await replayRefused(journal, retry)
    print(
      `${basename(journal)}: refused settlements now in the ledger: ${done}, still refused: ${left}`,
    )
  }
}
