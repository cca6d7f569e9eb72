const two = (value: number): string => String(value).padStart(2, '0')

/** Epoch seconds as `YYYY-MM-DD HH:mm:ss` in the reader's zone; nothing for "never". */
export function formatTime(seconds: number): string {
  if (seconds <= 0) return ''
  const time = new Date(seconds * 1000)
  const day = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join('-')
  const clock = [time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(':')
  return `${day} ${clock}`
}

const spans = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** "3 hours ago" in the language of the console. */
export function formatRelative(seconds: number, language: string, now = Date.now()): string {
  const distance = Math.round(seconds - now / 1000)
  const [unit, size] = spans.find(([, length]) => Math.abs(distance) >= length) ?? ['second', 1]
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(
    Math.round(distance / size),
    unit,
  )
}

/** Milliseconds for the eye: `840 ms`, `1.8 s`. */
export function formatDuration(milliseconds: number): string {
  return milliseconds < 1000
    ? `${Math.round(milliseconds)} ms`
    : `${(milliseconds / 1000).toFixed(milliseconds < 10_000 ? 2 : 1)} s`
}

export const readersTimeZone = (): string =>
  Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
