import { basename } from 'node:path'
import { dismissDamaged, journalsWithRefused, replayRefused } from '@posthouse/ledger/refused-file'
import { examineBooks, examineElsewhere } from '../books/examine-books.ts'
import { apartWords, foldersApart } from '../tasks/shared-folders.ts'
import type { OperatorCommand, OperatorParts, RunCommand } from './operator-command.ts'

/**
 * Names every difference in the books; with `--replay` charges first what was refused, with `--dismiss`
 * puts first the lines away that nothing can read.
 */
export const doctor: RunCommand = async ({ parts, argument, print }) => {
  const elsewhere = await examineElsewhere({ ...parts, dialect: parts.database.dialect })
  if (argument === '--replay') await replayAll(parts, print)
  if (argument === '--dismiss') await dismissAll(parts, print)
  const apart = await foldersApart(parts)
  const folders = apart.length === 0 ? [] : [{ ok: false, text: apartWords(apart) }]
  const findings = [...(await examineBooks(parts)), ...elsewhere, ...folders]
  for (const { ok, text } of findings) await print(`${ok ? '✓' : '✗'} ${text}`)
  return findings.every(({ ok }) => ok) ? 0 : 1
}

async function dismissAll(
  { dataFolder }: OperatorParts,
  print: OperatorCommand['print'],
): Promise<void> {
  for (const journal of await journalsWithRefused(dataFolder)) {
    const { path, lines } = await dismissDamaged(journal)
    await print(`${basename(journal)}: damaged lines put away into ${basename(path)}: ${lines}`)
  }
}

async function replayAll(
  { dataFolder, retry }: OperatorParts,
  print: OperatorCommand['print'],
): Promise<void> {
  for (const journal of await journalsWithRefused(dataFolder)) {
    const { done, left } = await replayRefused(journal, retry)
    await print(
      `${basename(journal)}: refused settlements now in the ledger: ${done}, still refused: ${left}`,
    )
  }
}
