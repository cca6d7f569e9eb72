import type { TaskKind } from '../task-kind.ts'
import { midjourney } from './midjourney.ts'
import { suno } from './suno.ts'
import { video } from './video.ts'

export const taskKinds: Readonly<Record<string, TaskKind>> = { video, midjourney, suno }
