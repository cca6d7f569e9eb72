import { archivedDays, archivedLines } from '../domain/usage-log/archive-log.ts'
import type { RunCommand } from './operator-command.ts'

/** Lists the days whose rows of the log were put away; with a day, its rows as lines of JSON. */
export const archive: RunCommand = async ({ parts, argument, print }) => {
  if (argument === undefined) {
    const days = await archivedDays(parts.db)
    for (const { day, rows } of days) await print(`${day}  rows: ${rows}`)
    if (days.length === 0)
      await print('Nothing is archived. The setting LogKeepDays says when it is.')
    return 0
  }
  let lines = 0
  for await (const line of archivedLines(parts.db, argument)) {
    lines += 1
    await print(line)
  }
  if (lines > 0) return 0
  await print(`Nothing is archived of ${argument}.`)
  return 1
}
