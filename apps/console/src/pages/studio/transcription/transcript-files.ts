import { z } from 'zod'

const Segment = z.object({ start: z.number(), end: z.number(), text: z.string() })
type Segment = z.output<typeof Segment>

const Answer = z.object({ text: z.string(), segments: z.array(Segment).catch([]).default([]) })
/** What was heard. `segments`: its lines, with their times in seconds; empty where the model gives none. */
export type Transcript = z.output<typeof Answer>

/** Null: it is no transcript. */
export function transcriptIn(json: string): Transcript | null {
  try {
    const answer = Answer.safeParse(JSON.parse(json))
    return answer.success ? answer.data : null
  } catch {
    return null
  }
}

/** On one line: an empty line would end a subtitle. */
const lineOf = ({ text }: Segment): string => text.replaceAll(/\s+/g, ' ').trim()

export const plainText = ({ text, segments }: Transcript): string =>
  segments.length === 0 ? text.trim() : segments.map(lineOf).join('\n')

/** SubRip. */
export const srt = ({ segments }: Transcript): string =>
  segments
    .map(
      (segment, at) =>
        `${at + 1}\n${clock(segment.start, ',')} --> ${clock(segment.end, ',')}\n${lineOf(segment)}\n`,
    )
    .join('\n')

/** https://www.w3.org/TR/webvtt1/ */
export const vtt = ({ segments }: Transcript): string =>
  [
    'WEBVTT\n',
    ...segments.map(
      (segment) =>
        `${clock(segment.start, '.')} --> ${clock(segment.end, '.')}\n${escaped(lineOf(segment))}\n`,
    ),
  ].join('\n')

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const two = (value: number): string => String(value).padStart(2, '0')

/** `01:02:03,456` */
function clock(seconds: number, mark: ',' | '.'): string {
  const all = Math.max(0, Math.round(seconds * 1_000))
  const thousandths = String(all % 1_000).padStart(3, '0')
  return `${two(Math.floor(all / 3_600_000))}:${two(Math.floor(all / 60_000) % 60)}:${two(Math.floor(all / 1_000) % 60)}${mark}${thousandths}`
}

/** `1:02`, or `1:02:03` from an hour on. */
export function shortClock(seconds: number): string {
  const all = Math.max(0, Math.floor(seconds))
  const [hours, minutes, rest] = [Math.floor(all / 3_600), Math.floor(all / 60) % 60, all % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

/** The line that is heard at a time; -1: none. */
export const lineAt = ({ segments }: Transcript, seconds: number): number =>
  segments.findLastIndex(({ start, end }) => start <= seconds && seconds < end)
