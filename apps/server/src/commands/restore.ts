import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { lockDatabase } from '../db/sqlite-lock.ts'
import { verifyCopy } from '../db/verify-copy.ts'
import { syncPath } from '../lib/sync-path.ts'
import { whenAbsent } from '../lib/when-absent.ts'

/** The log of changes and its index, which belong to the file that they stand beside. */
const besides = ['-wal', '-shm']

/**
 * Puts a backup in the place of a SQLite database that no server has open. What was there is kept
 * under another name. Answers that name, or null when there was nothing. Throws, and has replaced
 * nothing, when the backup is no whole database that this version can open.
 */
export async function restore(backup: string, file: string, now: number): Promise<string | null> {
  // A pipe would be waited for.
  if (!(await stat(backup)).isFile()) throw new Error(`${backup} was not restored: it is no file`)
  using _lock = lockDatabase(file)
  const incoming = `${file}.incoming`
  try {
    await removeWithBesides(incoming)
    // Written, not copied: a copy has the rights of what it was made of.
    await pipeline(createReadStream(backup), createWriteStream(incoming, { mode: 0o600 }))
    verifyCopy(incoming)
    await syncPath(incoming)
  } catch (error) {
    await removeWithBesides(incoming)
    throw new Error(`${backup} was not restored: ${messageOf(error)}`, { cause: error })
  }
  for (const suffix of besides) await rm(`${incoming}${suffix}`, { force: true })
  const kept = `${file}.replaced-${now}`
  const existed = await exists(file)
  if (existed) {
    await rename(file, kept)
    for (const suffix of besides)
      await rename(`${file}${suffix}`, `${kept}${suffix}`).catch(whenAbsent(undefined))
  }
  await rename(incoming, file)
  await syncPath(dirname(file))
  return existed ? kept : null
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

async function removeWithBesides(path: string): Promise<void> {
  for (const suffix of ['', ...besides]) await rm(`${path}${suffix}`, { force: true })
}

const exists = async (path: string): Promise<boolean> =>
  (await stat(path).catch(whenAbsent(null))) !== null
