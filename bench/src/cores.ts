import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** Core 0 is for the system under test, core 1 for load and mock. */
export type Core = 0 | 1

const canPin: boolean =
  availableParallelism() >= 2 && spawnSync('taskset', ['-c', '0', 'true']).status === 0

/** What is to be said about the machine when the measurements mean less than they should. */
export const pinningNote: string = canPin
  ? 'The system under test has core 0; load and mock have core 1.'
  : 'NOT PINNED (two cores and taskset are needed): load and mock disturb what is measured.'

/** The command that runs another command on one core. `taskset` becomes it, so the pid is its own. */
export const pinned = (core: Core, command: readonly string[]): readonly string[] =>
  canPin ? ['taskset', '-c', String(core), ...command] : command
