import { dialects } from '@posthouse/llm/dialects'
import { frameCutter } from '@posthouse/llm/bytes/framing'
import { expect, it, vi } from 'vitest'
import { plainChannel } from '../../../domain/channels/testing/plain-channel.ts'
import { computeHere } from '../rig/compute-here.ts'
import { ScannedBytes } from '../../../codec/answer/scan/scanned-bytes.ts'
import type { Step } from '../../../codec/answer/passage.ts'
import { FrameWatch } from '../../../codec/answer/frame-watch.ts'

/* A picture in one frame of a stream is millions of letters: pricing the frame does not write them again. */

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

/** With what was used, as some suppliers tell it beside a picture. */
const withUsage = {
  'openai-chat': {
    choices: [{ index: 0, delta: { images: [{ image_url: { url: picture } }] } }],
    usage: { prompt_tokens: 1, completion_tokens: 1 },
  },
  'openai-responses': {
    type: 'response.completed',
    response: {
      output: [frames['openai-responses'].item],
      usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
    },
  },
  gemini: { ...frames.gemini, usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1 } },
} as const
const work = {
  channel: plainChannel,
  believe: <Report>(reported: Report) => reported,
  compute: computeHere,
  cost: () => '0.5',
  usageShown: true,
}
const passages = {
  'openai-chat': () => new ScannedBytes(dialects['openai-chat'], work),
  'openai-responses': () => new FrameWatch(dialects['openai-responses'], work),
  gemini: () => new FrameWatch(dialects.gemini, work),
} as const

async function take(name: keyof typeof passages): Promise<Step> {
  const run = frameCutter().push(Buffer.from(`data: ${JSON.stringify(withUsage[name])}\n\n`))
  if (run === null) throw new Error('no frame')
  return passages[name]().take(run)
}

it.each(['openai-chat', 'openai-responses', 'gemini'] as const)(
  'a picture with its usage in a frame of %s is not written again to be priced',
  async (name) => {
    const stringify = vi.spyOn(JSON, 'stringify')
    const { out } = await take(name)
    const lengths = stringify.mock.results.map(({ value }) => String(value).length)
    stringify.mockRestore()
    expect(Buffer.concat(out).includes('"cost":0.5')).toBe(true)
    // Once by the test.
    expect(lengths.filter((length) => length > 100_000).length).toBe(1)
  },
)
