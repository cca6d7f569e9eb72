import { dialects } from '@posthouse/llm/dialects'
import { noUsage } from '@posthouse/llm/canonical/usage'
import { expect, it } from 'vitest'
import { channel } from '../../gateway/tests/rig/gateway-rig.ts'
import { computeHere } from '../../gateway/tests/rig/compute-here.ts'
import { stepNow } from '../../gateway/tests/rig/step-now.ts'
import { FrameWatch } from './frame-watch.ts'

const frame = (data: object): string => `data: ${JSON.stringify(data)}\n\n`

it('keeps little of what a supplier says between its stop and its end', () => {
  const passage = new FrameWatch(dialects['anthropic-messages'], {
    channel: channel(),
    compute: computeHere,
    believe: (reported) => reported,
    cost: null,
  })
  const take = (text: string): number => {
    const bytes = Buffer.from(text)
    const { out } = stepNow(passage.take({ bytes, ends: [bytes.length], open: false }))
    return out.reduce((sum, { length }) => sum + length, 0)
  }
  take(frame({ type: 'message_start', message: { id: 'm' } }))
  take(frame({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: 'a' } }))
  const stop = frame({ type: 'message_delta', delta: { stop_reason: 'end_turn' } })
  expect(take(stop)).toBe(0)
  const ping = frame({ type: 'ping', filler: 'x'.repeat(100) })
  for (let count = 0; count < 10_000; count += 1) take(ping)
  expect(take(frame({ type: 'message_stop' }))).toBe(0)
  expect(passage.awaitsCount).toBe(true)
  const told = Buffer.concat(stepNow(passage.countedAs({ ...noUsage, output: 1 })).out).toString()
  expect(told).toContain('end_turn')
  expect(told).toContain('message_stop')
  expect(told.length).toBeLessThan(64 * 1024 + stop.length)
})
