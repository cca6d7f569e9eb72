import { z } from 'zod'
import type { WorkCall } from '../frame/studio.ts'

export const modes = ['description', 'lyrics', 'words'] as const
/** The names that servers of Suno-API take, and what Suno calls them. */
export const versions = {
  'chirp-v5': 'v5',
  'chirp-auk': 'v4.5',
  'chirp-v4': 'v4',
  'chirp-v3-5': 'v3.5',
} as const

export const SongInputs = z.object({
  mode: z.enum(modes).default('description'),
  description: z.string().default(''),
  lyrics: z.string().default(''),
  tags: z.string().default(''),
  title: z.string().default(''),
  /** Of lyrics that are written first. */
  topic: z.string().default(''),
  version: z.string().default(''),
  instrumental: z.boolean().default(false),
  /** The task of the song that is continued, the song, and the second; empty: none is. */
  parent: z.string().default(''),
  clip: z.string().default(''),
  parentTitle: z.string().default(''),
  from: z.string().default(''),
})
export type SongInputs = z.output<typeof SongInputs>

export const isContinued = ({ mode, parent }: SongInputs): boolean =>
  mode !== 'words' && parent !== ''

/** `95` and `1:35`; null: it is no moment. */
export function secondsIn(moment: string): number | null {
  const [whole, minutes, seconds] = /^(?:(\d{1,2}):)?(\d{1,4}(?:\.\d)?)$/.exec(moment.trim()) ?? []
  if (whole === undefined) return null
  if (minutes !== undefined && Number(seconds) >= 60) return null
  return Number(minutes ?? 0) * 60 + Number(seconds)
}

export function momentOf(seconds: number): string {
  const whole = Math.floor(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

export function songCall(inputs: SongInputs, model: string): WorkCall {
  if (inputs.mode === 'words') {
    return { path: '/suno/submit/lyrics', body: { prompt: inputs.topic.trim() }, form: false }
  }
  const version = model.startsWith('chirp-') ? model : inputs.version
  const { title, tags, lyrics, instrumental } = inputs
  const own = {
    ...(!instrumental && { prompt: lyrics.trim() }),
    ...(tags.trim() !== '' && { tags: tags.trim() }),
    ...(title.trim() !== '' && { title: title.trim() }),
  }
  const body = {
    ...(inputs.mode === 'lyrics' ? own : { gpt_description_prompt: inputs.description.trim() }),
    ...(version !== '' && { mv: version }),
    make_instrumental: instrumental,
    ...(isContinued(inputs) && {
      task_id: inputs.parent.replaceAll('-', ''),
      continue_clip_id: inputs.clip,
      continue_at: secondsIn(inputs.from) ?? 0,
    }),
  }
  return { path: '/suno/submit/music', body, form: false }
}
