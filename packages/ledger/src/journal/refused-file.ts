import { open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Command } from '../command.ts'
import { lineOf, readLine } from './journal-line.ts'

/** A settlement or void that the database rejected, kept for manual review. */
export type Refused = { readonly reason: string; readonly command: Command }

/** Suffixes of the file next to a journal with its refused commands. A replay renames that file before reading it. */
const suffix = '.refused'
const atWorkSuffix = '.refused.replaying'

/** Resolves once the command is on disk. */
export const keepRefused = (journalPath: string, refused: Refused): Promise<void> =>
  append(`${journalPath}${suffix}`, [lineOf(refused).trimEnd()])

/**
 * Keeps damaged lines of a journal with its refused commands. Each line is kept once, however often its journal is
 * opened.
 */
export async function keepDamaged(journalPath: string, lines: readonly string[]): Promise<void> {
  if (lines.length === 0) return
  const path = `${journalPath}${suffix}`
  const kept = new Set(await linesOf(path))
  const added = lines.map((line) => `${damagedMark}${line}`).filter((line) => !kept.has(line))
  await append(path, added)
}

/** Prefix of a damaged line. No checksum looks like it, so the rest of the line is never read as a command. */
const damagedMark = 'damaged '

/** Suffix of the file for unreadable lines that a person has reviewed. */
const dismissedSuffix = '.damaged'

/** Counts the refused lines of a journal that cannot be parsed. */
export async function countDamaged(journalPath: string): Promise<number> {
  const lines = await linesOf(`${journalPath}${suffix}`)
  return lines.filter((line) => !isReadable(line)).length
}

/** Moves the unreadable lines to a file that is not counted. Returns its path and the number of lines moved. */
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

export async function journalsWithRefused(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(nothingThere<string[]>([]))
  const journals = names.flatMap((name) =>
    [atWorkSuffix, suffix].flatMap((end) =>
      name.endsWith(end) ? [name.slice(0, -end.length)] : [],
    ),
  )
  return [...new Set(journals)].toSorted().map((name) => join(folder, name))
}

/** Counts a journal's refused commands. Lines that cannot be read count too, because they may be charges. */
export async function countRefused(journalPath: string): Promise<number> {
  const files = [suffix, atWorkSuffix].map((end) => linesOf(`${journalPath}${end}`))
  return (await Promise.all(files)).flat().length
}

export type Replayed = { readonly done: number; readonly left: number }

/**
 * Passes a journal's refused commands to `retry` again. Those it rejects stay refused. Nothing is lost when a server
 * refuses more in the meantime or the replay is killed: a command that runs twice charges once.
 */
export async function replayRefused(
  journalPath: string,
  retry: (command: Command) => Promise<unknown>,
): Promise<Replayed> {
  const [file, atWork] = [`${journalPath}${suffix}`, `${journalPath}${atWorkSuffix}`]
  // A killed replay may have left a file. It is processed first and never overwritten.
  if (!(await isThere(atWork))) await rename(file, atWork).catch(nothingThere<void>(undefined))
  const done = await workOff(atWork, file, async (lines) => {
    const kept: string[] = []
    for (const line of lines) if (!(await isTaken(line, retry))) kept.push(line)
    return { kept, done: lines.length - kept.length }
  })
  return { done, left: await countRefused(journalPath) }
}

/**
 * Passes the lines of a file to `work` and appends to another file those to keep. A process that opened the file before
 * it was renamed may still append a line, so it is read until nothing new is found. Returns how many are done.
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

/**
 * Resolves once the lines are on disk. If the last write was cut off by a full disk or a kill, starts on a new line.
 */
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
