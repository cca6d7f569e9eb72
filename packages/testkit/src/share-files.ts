import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { taskFiles, workFiles } from '@posthouse/server/tasks/shared-folders'

/** Lets a node keep the files of tasks and studios in `files`, as the other nodes do that share it. */
export async function shareFiles(files: string, dataFolder: string): Promise<void> {
  await mkdir(dataFolder, { recursive: true })
  for (const name of [taskFiles, workFiles]) {
    await mkdir(join(files, name), { recursive: true })
    await symlink(join(files, name), join(dataFolder, name))
  }
}
