import { copyFile, rename, rm, stat } from 'node:fs/promises'
import { lockDatabase } from '../db/sqlite-lock.ts'

/**
 * Puts a backup in the place of a SQLite database that no server has open. What was there is kept
 * under another name. Answers that name, or null when there was nothing.
 */
export async function restore(backup: string, file: string, now: number): Promise<string | null> {
  await stat(backup)
  using _lock = lockDatabase(file)
  const kept = `${file}.replaced-${now}`
  const existed = await exists(file)
  if (existed) {
    // The log of changes belongs to the file that it stands beside, not to the one that comes.
    await rename(file, kept)
    for (const suffix of ['-wal', '-shm'])
      await rename(`${file}${suffix}`, `${kept}${suffix}`).catch(ignoreMissing)
  }
  await copyFile(backup, `${file}.incoming`)
  await rename(`${file}.incoming`, file)
  await rm(`${file}.incoming`, { force: true })
  return existed ? kept : null
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
}
