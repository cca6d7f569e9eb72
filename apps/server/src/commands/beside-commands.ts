import { backup } from './backup.ts'
import { doctor } from './doctor.ts'
import type { RunCommand } from './operator-command.ts'

/** Commands that work beside a running server: they change nothing that it keeps in memory. */
export const besideCommands = { doctor, backup } as const satisfies Record<string, RunCommand>

export type BesideName = keyof typeof besideCommands
