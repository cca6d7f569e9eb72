import { open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Command } from '../command.ts'
import { lineOf, readLine } from './journal-line.ts'

/** An end of a hold that no database took, for a person to look at. */
export type Refused = { readonly reason: string; readonly command: Command }

/** The file of a journal's refused commands, beside it; a replay works on it under a second name. */
const suffix = '.refused'
const atWorkSuffix = '.refused.replaying'

/** On disk when it resolves. */
export const keepRefused = (journalPath: string, refused: Refused): Promise<void> =>
  append(`${journalPath}${suffix}`, [lineOf(refused).trimEnd()])

/**
 * Keeps lines of a journal that are not as they were written, where a replay leaves them. The same
 * line is kept once, however often its journal is opened.
 */
export async function keepDamaged(journalPath: string, lines: readonly string[]): Promise<void> {
  if (lines.length === 0) return
  const path = `${journalPath}${suffix}`
  const kept = new Set(await linesOf(path))
  const added = lines.map((line) => `${damagedMark}${line}`).filter((line) => !kept.has(line))
  await append(path, added)
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
  const damaged = await workOff(atWork, file, async (lines) => {
    const unreadable = lines.filter((line) => !isReadable(line))
    await append(path, unreadable)
    return { kept: lines.filter(isReadable), done: unreadable.length }
  })
  return { path, lines: damaged }
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
  const done = await workOff(atWork, file, async (lines) => {
    const kept: string[] = []
    for (const line of lines) if (!(await isTaken(line, retry))) kept.push(line)
    return { kept, done: lines.length - kept.length }
  })
  return { done, left: await countRefused(journalPath) }
}

/**
 * Hands the lines of a file over and keeps in another what is not done. Whoever had the file open when it got its
 * name may still add a line: it is read until nothing new is in it. Answers how many were done.
 */
async function workOff(
  atWork: string,
  file: string,
  work: (lines: readonly string[]) => Promise<{ kept: readonly string[]; done: number }>,
): Promise<number> {
  let seen = 0
  let done = 0
  for (;;) {
    const lines = (await linesOf(atWork)).slice(seen)
    if (lines.length === 0) break
    const worked = await work(lines)
    await append(file, worked.kept)
    seen += lines.length
    done += worked.done
  }
  await rm(atWork, { force: true })
  return done
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

/** On disk when it resolves. A line that a full disk or a kill cut off before takes none of these with it. */
async function append(path: string, lines: readonly string[]): Promise<void> {
  if (lines.length === 0) return
  const file = await open(path, 'a+', 0o600)
  try {
    const { size } = await file.stat()
    const last = Buffer.alloc(1)
    const isTorn =
      size > 0 && (await file.read(last, 0, 1, size - 1)).bytesRead === 1 && last[0] !== 0x0a
    await file.appendFile(`${isTorn ? '\n' : ''}${lines.join('\n')}\n`)
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
