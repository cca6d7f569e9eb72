/** The day in UTC that begins at a moment in epoch seconds, as `YYYY-MM-DD`. */
export const dayText = (seconds: number): string =>
  new Date(seconds * 1_000).toISOString().slice(0, 10)

/** The moment at which a day in UTC begins. Undefined: the text is no day. */
export function dayStart(text: string): number | undefined {
  const time = Date.parse(`${text}T00:00:00Z`)
  return Number.isNaN(time) ? undefined : time / 1_000
}
