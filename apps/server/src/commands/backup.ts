import { resolve } from 'node:path'
import { backUp } from '../db/backup.ts'
import type { RunCommand } from './operator-command.ts'

/** Copies the SQLite database as it is now. Without an argument the copy lies beside it, with the day. */
export const backup: RunCommand = async ({ parts, argument, print }) => {
  const { database, clock } = parts
  const day = new Date(clock.now()).toISOString().slice(0, 10)
  const path = argument ?? resolve(parts.dataFolder, `backup-${day}.db`)
  await backUp(database, path)
  print(`Backup: ${path}`)
  print(
    'It does not hold the secret key. Keep POSTHOUSE_SECRET_KEY, or the file secret.key beside the\n' +
      'database, in another place: without it the channel keys in the backup cannot be opened.',
  )
  return 0
}
