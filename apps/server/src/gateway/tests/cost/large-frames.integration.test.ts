import { dialects } from '@posthouse/llm/dialects'
import { expect, it } from 'vitest'

/*
 * A picture in one frame of a stream is millions of letters. To read the frame costs little more than to parse it:
 * nothing looks at its letters one by one. A ratio of this thread's processor time, so that a busy machine makes no
 * difference.
 */

const picture = 'A'.repeat(12_000_000)
const frames = {
  gemini: {
    candidates: [
      { content: { parts: [{ inlineData: { mimeType: 'image/png', data: picture } }] } },
    ],
  },
  'openai-responses': {
    type: 'response.output_item.done',
    output_index: 0,
    item: { type: 'image_generation_call', id: 'i', status: 'completed', result: picture },
  },
} as const

const ratioMax = 4
const triesMost = 6

function costOf(run: () => unknown): number {
  const before = process.threadCpuUsage()
  run()
  const { user, system } = process.threadCpuUsage(before)
  return user + system
}

it.each(['gemini', 'openai-responses'] as const)('a picture in a frame of %s', (name) => {
  const data = JSON.stringify(frames[name])
  const frame = Buffer.from(`data: ${data}\n\n`)
  let [parsed, read] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let tries = 0; tries < triesMost; tries += 1) {
    parsed = Math.min(
      parsed,
      costOf(() => JSON.parse(data)),
    )
    read = Math.min(
      read,
      costOf(() => dialects[name].asClient.read().step(frame.toString('utf8'))),
    )
  }
  expect(read / parsed).toBeLessThanOrEqual(ratioMax)
})
