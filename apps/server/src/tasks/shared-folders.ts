import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { livingIncarnations, silentMs } from '@posthouse/ledger/incarnation'
import type { Kysely } from 'kysely'
import type { DatabaseDialect } from '../db/connection.ts'
import type { Tables } from '../db/tables.ts'

/** Folders of task and studio files, which all nodes of a database must share. */
export const taskFiles = 'task-files'
export const workFiles = 'work-files'

const marksOf = (dataFolder: string) =>
  [taskFiles, workFiles].map((name) => ({ name, marks: join(dataFolder, name, '.nodes') }))

const dayMs = 86_400_000

/** Writes a mark of this node into each folder. Must run before other nodes can know of it. */
export async function markFolders(dataFolder: string, incarnation: string): Promise<void> {
  for (const { marks } of marksOf(dataFolder)) {
    await mkdir(marks, { recursive: true, mode: 0o700 })
    await writeFile(join(marks, incarnation), '', { mode: 0o600 })
  }
}

export type FolderParts = {
  readonly db: Kysely<Tables>
  readonly dialect: DatabaseDialect
  readonly dataFolder: string
}

/** Folders in which the mark of a live node is missing. */
export async function foldersApart({ db, dialect, dataFolder }: FolderParts): Promise<string[]> {
  if (dialect === 'sqlite') return []
  const living = await livingIncarnations(db, dialect, silentMs)
  const apart: string[] = []
  for (const { name, marks } of marksOf(dataFolder)) {
    const seen = new Set(await readdir(marks).catch(() => []))
    if (living.some((id) => !seen.has(id))) apart.push(name)
  }
  return apart
}

/** Message for the log, `/readyz` and `doctor`. */
export const apartWords = (names: readonly string[]): string =>
  `${names.join(' and ')} here and on another node are different folders: what one stores is missing on the other. Mount the same ones on every node`

/** Removes marks of ended nodes, except young ones, which may belong to a starting node. */
export async function removeOldMarks(
  { db, dialect, dataFolder }: FolderParts,
  now: number,
): Promise<void> {
  const living = new Set(await livingIncarnations(db, dialect, silentMs))
  for (const { marks } of marksOf(dataFolder)) {
    const gone = (await readdir(marks).catch(() => [])).filter((id) => !living.has(id))
    for (const mark of gone.map((id) => join(marks, id))) {
      const made = await stat(mark).catch(() => null)
      if (made !== null && made.mtimeMs < now - dayMs) await rm(mark, { force: true })
    }
  }
}
