import { dayStart } from '../lib/time/zoned-time.ts'

/** Lengths that a click gives. Those of days begin with a day of the reader's calendar. */
export const presets = {
  '15m': { seconds: 900 },
  '1h': { seconds: 3600 },
  today: { days: 1 },
  '24h': { seconds: 86_400 },
  '7d': { days: 7 },
  '30d': { days: 30 },
  '90d': { days: 90 },
} as const

export type PresetName = keyof typeof presets

/** What somebody chose: a length until now, or two moments (epoch seconds, the last included). */
export type RangeChoice =
  | { readonly preset: PresetName }
  | { readonly from: number; readonly to: number }

export type Span = { readonly from: number; readonly to: number }

export const isPreset = (text: string | null): text is PresetName =>
  text !== null && Object.hasOwn(presets, text)

/** The moments that a choice stands for. */
export function spanOf(choice: RangeChoice, now: number, timeZone: string): Span {
  if (!('preset' in choice)) return choice
  const preset = presets[choice.preset]
  return 'days' in preset
    ? { from: dayStart(now, preset.days - 1, timeZone), to: now }
    : { from: now - preset.seconds, to: now }
}

/** A span that is still open, ended with the minute that it is: a call of this very minute is in it. */
export const ended = ({ from, to }: Span, minute: number): Span => ({
  from,
  to: to > 0 ? to : minute + 59,
})

/**
 * The period before, as far as this one has come. Days go back by the calendar, so that the same
 * hours are compared across a change of clocks.
 */
export function spanBefore(choice: RangeChoice, span: Span, timeZone: string): Span {
  if ('preset' in choice) {
    const preset = presets[choice.preset]
    if ('days' in preset) {
      const from = dayStart(span.from, preset.days, timeZone)
      return { from, to: Math.min(span.from - 1, from + (span.to - span.from)) }
    }
  }
  const length = span.to - span.from + 1
  return { from: span.from - length, to: span.from - 1 }
}
