import { chmod } from 'node:fs/promises'

/** From here on, what this process writes can be read by its user alone: databases, journals, backups. */
export const writePrivately = (): void => void process.umask(0o077)

/** The same for a SQLite database that an earlier version made, and for what stands beside it. */
export async function closeToOthers(file: string): Promise<void> {
  for (const path of [file, `${file}-wal`, `${file}-shm`, `${file}.lock`]) {
    await chmod(path, 0o600).catch((error: unknown) => {
      if (!isAbsent(error)) throw error
    })
  }
}

const isAbsent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'
