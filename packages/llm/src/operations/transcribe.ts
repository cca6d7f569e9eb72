import type { Failure } from '../canonical/failure.ts'
import type { Fields } from '../bytes/fields.ts'
import type { ReportedUsage } from '../canonical/usage.ts'
import type { Operation } from './operation.ts'

/** Sound becomes a text. */
export const transcribe: Operation = {
  relayed: 'transcript',
  hasOutput: false,
  model: 'transcribe',
  standIn: null,
  ofKeepers: false,
  isTurn: false,
}

/** Sound becomes a text in English. */
export const translate: Operation = { ...transcribe }

type TranscriptSegment = { readonly start: number; readonly end: number; readonly text: string }

export type Transcript = {
  readonly text: string
  /** Seconds of sound that were heard, as the supplier says; null: it does not. */
  readonly seconds: number | null
  /** Empty where the answer has none. Times in seconds. */
  readonly segments: readonly TranscriptSegment[]
  readonly usage: ReportedUsage | null
}

/** What one event of a transcript holds. */
export type TranscriptPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'end'; readonly transcript: Transcript }
  | { readonly kind: 'failure'; readonly failure: Failure }

/** A dialect's way to ask a supplier. */
export type TranscribeAsClient = {
  /** Fields that ask for what an answer in a format is made of; null: a field goes. */
  readonly form: (format: string | null) => Fields
  /** The fields of a form beside its file, from those of OpenAI's clients. Absent: they go on as they are. */
  readonly fields?: (fields: Fields, model: string) => Fields
  readonly failure: (answer: Fields) => Failure | null
  /** Null: it is none. */
  readonly transcript: (answer: Fields) => Transcript | null
  readonly parts: (frame: Fields) => readonly TranscriptPart[]
}

/** Subtitles as players read them: https://www.w3.org/TR/webvtt1/, and SubRip, which has no page of its own. */
export function subtitles({ segments, text, seconds }: Transcript, format: 'srt' | 'vtt'): string {
  const all = segments.length > 0 ? segments : [{ start: 0, end: seconds ?? 0, text }]
  const mark = format === 'srt' ? ',' : '.'
  const cues = all.map(({ start, end, text: line }, index) => {
    const times = `${clock(start, mark)} --> ${clock(end, mark)}`
    const cue = `${times}\n${line.trim()}\n`
    return format === 'srt' ? `${index + 1}\n${cue}` : cue
  })
  return format === 'srt' ? `${cues.join('\n')}\n` : `WEBVTT\n\n${cues.join('\n')}\n`
}

function clock(seconds: number, mark: string): string {
  const all = Math.max(0, Math.round(seconds * 1_000))
  const part = (value: number, digits: number): string => String(value).padStart(digits, '0')
  const [hours, minutes] = [Math.floor(all / 3_600_000), Math.floor(all / 60_000) % 60]
  return `${part(hours, 2)}:${part(minutes, 2)}:${part(Math.floor(all / 1_000) % 60, 2)}${mark}${part(all % 1_000, 3)}`
}
