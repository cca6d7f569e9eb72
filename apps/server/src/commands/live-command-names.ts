import { archive } from './archive.ts'
import { backup } from './backup.ts'
import { doctor } from './doctor.ts'
import type { RunCommand } from './operator-command.ts'

/** Commands that work beside a running server: they change nothing that it keeps in memory. */
export const liveCommands = { doctor, backup, archive } as const satisfies Record<
  string,
  RunCommand
>

export type LiveCommandName = keyof typeof liveCommands
