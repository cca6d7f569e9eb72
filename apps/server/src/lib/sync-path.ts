import { open } from 'node:fs/promises'

/** Until what a file or a folder holds is on disk. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
