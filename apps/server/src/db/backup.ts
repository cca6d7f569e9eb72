import { rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Database } from './connection.ts'
import { syncPath } from '../lib/sync-path.ts'

/**
 * A copy of a SQLite database while it is in use. It appears under its name when it is whole and on
 * disk, and replaces an older file of that name no sooner.
 */
export async function backUp(database: Database, target: string): Promise<void> {
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
