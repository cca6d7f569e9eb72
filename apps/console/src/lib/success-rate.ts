import type { LogSums } from '@posthouse/contract/log'

/** How many of the calls that reached a channel went well: `98.2%`, and never 100% while one failed. */
export function successRate({
  requests,
  failures,
}: Pick<LogSums, 'requests' | 'failures'>): string {
  if (requests === 0) return '—'
  const tenths = Math.floor((1000 * (requests - failures)) / requests)
  return `${tenths % 10 === 0 ? tenths / 10 : (tenths / 10).toFixed(1)}%`
}
