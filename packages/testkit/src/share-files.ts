import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { taskFiles, workFiles } from '@posthouse/server/tasks/shared-folders'

/** Makes a node keep the files of tasks and studios in `files`, which other nodes share. */
export async function shareFiles(files: string, dataFolder: string): Promise<void> {
  await mkdir(dataFolder, { recursive: true })
  for (const name of [taskFiles, workFiles]) {
    await mkdir(join(files, name), { recursive: true })
    await symlink(join(files, name), join(dataFolder, name))
  }
}
