import { open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Command } from './command.ts'
import { lineOf, readLine } from './journal-line.ts'

/** An end of a hold that no database took, for a person to look at. */
export type Refused = { readonly reason: string; readonly command: Command }

/** The file of a journal's refused commands, beside it; a replay works on it under a second name. */
const suffix = '.refused'
const atWorkSuffix = '.refused.replaying'

/** On disk when it resolves. */
export const keepRefused = (journalPath: string, refused: Refused): Promise<void> =>
  append(`${journalPath}${suffix}`, lineOf(refused))

/**
 * Keeps lines of a journal that are not as they were written, where a replay leaves them. The same
 * line is kept once, however often its journal is opened.
 */
export async function keepDamaged(journalPath: string, lines: readonly string[]): Promise<void> {
  if (lines.length === 0) return
  const path = `${journalPath}${suffix}`
  const kept = new Set(await linesOf(path))
  const added = lines.map((line) => `${damagedMark}${line}`).filter((line) => !kept.has(line))
  if (added.length > 0) await append(path, added.map((line) => `${line}\n`).join(''))
}

/** Before a damaged line: no checksum is like it, so that nothing reads what follows as a command. */
const damagedMark = 'damaged '

/** Where lines go that no replay can read and a person has looked at. */
const dismissedSuffix = '.damaged'

/** How many of the refused lines of a journal nothing can read. */
export async function countDamaged(journalPath: string): Promise<number> {
  const lines = await linesOf(`${journalPath}${suffix}`)
  return lines.filter((line) => !isReadable(line)).length
}

/** Puts the lines that nothing can read into a file of their own, where nobody counts them. Answers which, and how many. */
export async function dismissDamaged(
  journalPath: string,
): Promise<{ readonly path: string; readonly lines: number }> {
  const [file, atWork] = [`${journalPath}${suffix}`, `${journalPath}${atWorkSuffix}`]
  const path = `${journalPath}${dismissedSuffix}`
  if (!(await isThere(atWork))) await rename(file, atWork).catch(nothingThere<void>(undefined))
  const lines = await linesOf(atWork)
  const damaged = lines.filter((line) => !isReadable(line))
  const kept = lines.filter(isReadable)
  if (damaged.length > 0) await append(path, damaged.map((line) => `${line}\n`).join(''))
  if (kept.length > 0) await append(file, kept.map((line) => `${line}\n`).join(''))
  await rm(atWork, { force: true })
  return { path, lines: damaged.length }
}

function isReadable(line: string): boolean {
  try {
    readLine(line)
    return true
  } catch {
    return false
  }
}

/** Journals of a folder of which something was refused. */
export async function journalsWithRefused(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(nothingThere<string[]>([]))
  const journals = names.flatMap((name) =>
    [atWorkSuffix, suffix].flatMap((end) =>
      name.endsWith(end) ? [name.slice(0, -end.length)] : [],
    ),
  )
  return [...new Set(journals)].toSorted().map((name) => join(folder, name))
}

/** How many of a journal's settlements were refused. Lines that cannot be read count: they may be money. */
export async function countRefused(journalPath: string): Promise<number> {
  const files = [suffix, atWorkSuffix].map((end) => linesOf(`${journalPath}${end}`))
  return (await Promise.all(files)).flat().length
}

/** How many of them are now in the ledger, and how many are still refused. */
export type Replayed = { readonly done: number; readonly left: number }

/**
 * Hands a journal's refused commands to `retry` again; what it rejects stays refused. Nothing is lost
 * when a server refuses more meanwhile or a replay is killed: done twice, a charge is made once.
 */
export async function replayRefused(
  journalPath: string,
  retry: (command: Command) => Promise<unknown>,
): Promise<Replayed> {
  const [file, atWork] = [`${journalPath}${suffix}`, `${journalPath}${atWorkSuffix}`]
  // What a killed replay left goes first, and nothing is put over it.
  if (!(await isThere(atWork))) await rename(file, atWork).catch(nothingThere<void>(undefined))
  const lines = await linesOf(atWork)
  const kept: string[] = []
  for (const line of lines) if (!(await isTaken(line, retry))) kept.push(`${line}\n`)
  if (kept.length > 0) await append(file, kept.join(''))
  await rm(atWork, { force: true })
  return { done: lines.length - kept.length, left: await countRefused(journalPath) }
}

async function isTaken(
  line: string,
  retry: (command: Command) => Promise<unknown>,
): Promise<boolean> {
  try {
    await retry((readLine(line) as Refused).command)
    return true
  } catch {
    return false
  }
}

async function append(path: string, lines: string): Promise<void> {
  const file = await open(path, 'a', 0o600)
  try {
    await file.appendFile(lines)
    await file.sync()
  } finally {
    await file.close()
  }
}

const linesOf = async (path: string): Promise<string[]> =>
  (await readFile(path, 'utf8').catch(nothingThere(''))).split('\n').filter((line) => line !== '')

const isThere = async (path: string): Promise<boolean> =>
  (await readdir(dirname(path))).includes(basename(path))

function nothingThere<Value>(instead: Value): (error: unknown) => Value {
  return (error) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return instead
    throw error
  }
}
