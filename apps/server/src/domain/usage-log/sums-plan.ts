import { isOfRows, type LogFilter } from './log-filter.ts'

const hourMs = 3_600_000

/** Whole hours that roll-ups know, of one scope; `lastHour` null: until now. */
export type RolledHours = Scope & {
  readonly model: string
  readonly firstHour: number
  readonly lastHour: number | null
}

/** The sources of a filter's sums: whole hours from the roll-ups, what they do not know from rows. */
export function planSums(filter: LogFilter): { hours: RolledHours | null; rows: LogFilter[] } {
  const scope = scopeOf(filter)
  const from = filter.start_timestamp > 0 ? filter.start_timestamp * 1_000 : 0
  const to = filter.end_timestamp > 0 ? filter.end_timestamp * 1_000 + 999 : null
  const firstHour = Math.ceil(from / hourMs)
  const lastHour = to === null ? null : Math.floor((to + 1) / hourMs) - 1
  if (scope === null || (lastHour !== null && lastHour < firstHour)) {
    return { hours: null, rows: [filter] }
  }
  const edge = (start: number, end: number): LogFilter => ({
    ...filter,
    start_timestamp: start / 1_000,
    end_timestamp: end / 1_000 - 1,
  })
  const model = filter.model_name
  return {
    hours: { ...scope, model, firstHour: Math.max(1, firstHour), lastHour },
    rows: [
      ...(firstHour * hourMs > from ? [edge(from, firstHour * hourMs)] : []),
      ...(to !== null && lastHour !== null && (lastHour + 1) * hourMs <= to
        ? [edge((lastHour + 1) * hourMs, to + 1)]
        : []),
    ],
  }
}

type Scope = { readonly scope: 'all' | 'user' | 'channel'; readonly scopeId: bigint }

/** The roll-up that knows a filter; null: none does. */
export function scopeOf(filter: LogFilter): Scope | null {
  if (!isKnownToRollup(filter)) return null
  if (filter.userId !== null) {
    return filter.channel_id === 0 ? { scope: 'user', scopeId: filter.userId } : null
  }
  return filter.channel_id === 0
    ? { scope: 'all', scopeId: 0n }
    : { scope: 'channel', scopeId: BigInt(filter.channel_id) }
}

/** Roll-ups know accounts, channels, tokens by id, and models: nothing else that a filter may ask for. */
export const isKnownToRollup = (filter: LogFilter): boolean =>
  filter.log_type === 0 &&
  filter.doubted === 0 &&
  !isOfRows(filter) &&
  [filter.token_name, filter.request_id, filter.username, filter.source_ip].every(
    (text) => text === '',
  )
