import { withoutMarkers } from './markers.ts'
import { type TaskEnd, taskEnds } from './orders.ts'

/**
 * A picture or a song under way. Nothing is kept: the id says when it was begun, how long it takes, how it ends and
 * what it shows, so that every node tells the same of it.
 */
export type TimedTask = {
  readonly startedAt: number
  readonly takesMs: number
  readonly end: TaskEnd | null
  /** A word of the kind. */
  readonly action: string
  readonly index: number
  readonly text: string
}

export const usualMs = 3_000
const textMost = 60

/** Without the orders to the sandbox. */
export const shownText = (prompt: string): string =>
  Array.from(withoutMarkers(prompt).trim()).slice(0, textMost).join('')

export function timedId({ startedAt, takesMs, end, action, index, text }: TimedTask): string {
  const bytes = new TextEncoder().encode(text)
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return [startedAt, takesMs, end ?? 'done', action, index, hex].join('_')
}

/** Null: no id of the sandbox. */
export function timedTask(id: string): TimedTask | null {
  const [, startedAt, takesMs, ended, action = '', index, hex = ''] =
    /^(\d{1,15})_(\d{1,9})_([a-z-]+)_([a-z-]+)_(\d{1,2})_([0-9a-f]{0,480})$/.exec(id) ?? []
  if (startedAt === undefined) return null
  const bytes = (hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))
  return {
    startedAt: Number(startedAt),
    takesMs: Number(takesMs),
    end: taskEnds.find((name) => name === ended) ?? null,
    action,
    index: Number(index),
    text: new TextDecoder().decode(Uint8Array.from(bytes)),
  }
}

/** In per cent. */
export function progressOf({ startedAt, takesMs, end }: TimedTask, now: number): number {
  if (end === 'never') return 50
  const passed = Math.max(0, now - startedAt)
  return passed >= takesMs ? 100 : Math.floor((passed * 100) / takesMs)
}
