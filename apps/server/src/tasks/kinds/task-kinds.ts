import type { TaskKind } from '../task-kind.ts'
import { video } from './video.ts'

/** Every kind of task there is. */
export const taskKinds: Readonly<Record<string, TaskKind>> = { video }
