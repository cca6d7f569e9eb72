import { channelCalls } from '@posthouse/contract/calls/channels'
import type { ChannelQuery } from '@posthouse/contract/channel'
import type { z } from 'zod'
import { call } from '../../../api/client.ts'
import type { TestLine } from './test-run.ts'

/** Named rows, or everything that a filter finds. */
export type TestedChannels =
  | { readonly rows: readonly { readonly id: number; readonly name: string }[] }
  | { readonly filter: Partial<z.input<typeof ChannelQuery>> }

const size = 100

/** The channels as lines that wait. */
export async function linesOf(which: TestedChannels, signal: AbortSignal): Promise<TestLine[]> {
  const waiting = (rows: readonly { readonly id: number; readonly name: string }[]) =>
    rows.map(({ id, name }): TestLine => ({ id, name, state: 'waiting' }))
  if ('rows' in which) return waiting(which.rows)
  const lines = new Map<number, TestLine>()
  for (let page = 1; ; page++) {
    const query = { ...which.filter, page, size, order: 'id' }
    const { data, total_count: total } = await call(
      channelCalls.listChannels,
      { query },
      { signal },
    )
    for (const line of waiting(data)) lines.set(line.id, line)
    if (data.length < size || page * size >= total) return [...lines.values()]
  }
}
