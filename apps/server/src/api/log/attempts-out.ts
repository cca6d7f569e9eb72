import type { ChargeExplanation } from '@posthouse/contract/log'
import type { Channel } from '../../domain/channels/channel.ts'
import type { Attempt } from '../../domain/usage-log/explain-charge.ts'
import type { LogRow } from '../../domain/usage-log/log-store.ts'
import { keyPreview } from '@posthouse/contract/channel-keys'

type AttemptOut = ChargeExplanation['attempts'][number]

type Reader = { readonly channels: readonly Channel[]; readonly administrator: boolean }

/**
 * Attempts are recorded when one failed; a call that was answered at once is told by its row. The owner of a call learns
 * that it was retried, and nothing of channels.
 */
export function attemptsOut(
  row: LogRow,
  attempts: readonly Attempt[],
  { channels, administrator }: Reader,
): AttemptOut[] {
  if (!administrator) {
    return attempts.length < 2
      ? []
      : attempts.map((attempt) => ({
          ...timesOf(attempt, row),
          channel: '',
          key: '',
          status: 0,
          message: '',
        }))
  }
  if (attempts.length > 0) return attempts.map((attempt) => attemptOut(attempt, row, channels))
  if (row.channel_id === 0n || row.outcome === 'cache-hit') return []
  return [
    {
      number: 1,
      channel: row.channel_name,
      key: '',
      offset: 0,
      status: Number(row.status),
      failure: '',
      message: '',
      duration: Number(row.duration_ms),
    },
  ]
}

const timesOf = (attempt: Attempt, row: LogRow) => ({
  number: Number(attempt.number),
  offset: Math.max(0, Number(attempt.started_at) - Number(row.created_at - row.duration_ms)),
  failure: attempt.failure,
  duration: Number(attempt.duration_ms),
})

function attemptOut(attempt: Attempt, row: LogRow, channels: readonly Channel[]): AttemptOut {
  const channel = channels.find(({ id }) => id === attempt.channel_id)
  const key = channel?.keys.find(({ id }) => id === attempt.channel_key_id)
  return {
    ...timesOf(attempt, row),
    channel: channel?.name ?? `#${attempt.channel_id}`,
    key: key === undefined ? '' : keyPreview(key.secret),
    status: Number(attempt.status),
    message: attempt.message,
  }
}
