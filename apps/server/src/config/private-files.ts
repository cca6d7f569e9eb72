import { chmod } from 'node:fs/promises'
import { whenAbsent } from '../lib/when-absent.ts'

/** From here on, what this process writes can be read by its user alone: databases, journals, backups. */
export const writePrivately = (): void => void process.umask(0o077)

/** The same for a SQLite database that was made by other means, and for what stands beside it. */
export async function closeToOthers(file: string): Promise<void> {
  for (const path of [file, `${file}-wal`, `${file}-shm`, `${file}.lock`]) {
    await chmod(path, 0o600).catch(whenAbsent(undefined))
  }
}
