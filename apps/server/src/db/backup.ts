import { open, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Database } from './connection.ts'
import { syncPath } from '../lib/sync-path.ts'
import { whenAbsent } from '../lib/when-absent.ts'

/**
 * A copy of a SQLite database while it is in use. It appears under its name when it is whole and on
 * disk, and replaces an older copy of that name no sooner. Rejects where something else has that name.
 */
export async function backUp(database: Database, target: string): Promise<void> {
  if (database.file !== null) await requireFree(target, database.file)
  const unfinished = `${target}.unfinished`
  await rm(unfinished, { force: true })
  try {
    await database.copyTo(unfinished)
    await syncPath(unfinished)
    await rename(unfinished, target)
    await syncPath(dirname(target))
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

/** What SQLite and the server keep beside a database, under its name. */
const suffixes = ['', '-wal', '-shm', '-journal', '.lock'] as const

/** A server writes on into a file that was replaced, and nobody finds what it wrote. */
async function requireFree(target: string, file: string): Promise<void> {
  const taken = suffixes.map((suffix) => `${file}${suffix}`)
  for (const path of taken) {
    if (await isSameFile(target, path)) throw new Error(`${target} belongs to the open database`)
  }
  if (!(await isFreeOrDatabase(target))) {
    throw new Error(`${target} is there already, and is no database: choose another name`)
  }
}

async function isSameFile(one: string, other: string): Promise<boolean> {
  if ((await placeOf(one)) === (await placeOf(other))) return true
  const [first, second] = await Promise.all([statOf(one), statOf(other)])
  return first !== null && first.ino === second?.ino && first.dev === second.dev
}

/** Also of a file that is not there yet. */
const placeOf = async (path: string): Promise<string> =>
  join(await realpath(dirname(path)).catch(whenAbsent(dirname(path))), basename(path))

const statOf = (path: string) => stat(path).catch(whenAbsent(null))

/** https://www.sqlite.org/fileformat.html#magic_header_string */
const magic = 'SQLite format 3\0'

async function isFreeOrDatabase(path: string): Promise<boolean> {
  if ((await statOf(path)) === null) return true
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(magic.length), position: 0 })
  return buffer.toString('latin1', 0, bytesRead) === magic
}
