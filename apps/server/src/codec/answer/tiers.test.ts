import type { DialectName } from '@posthouse/llm/canonical/dialect'
import { dialects } from '@posthouse/llm/dialects'
import { plainRequest } from '@posthouse/llm/testing/plain-request'
import { describe, expect, it, vi } from 'vitest'
import { channel } from '../../gateway/tests/rig/gateway-rig.ts'
import { lookedAt, type ToLookAt } from './answers.ts'
import { pieceIn } from './pieces.ts'
import type { TellUsage } from './answer.ts'
import { computeHere } from '../../gateway/tests/rig/compute-here.ts'
import { ScannedBytes } from './scan/scanned-bytes.ts'
import { sameDialectAnswer } from './same-dialect-answer.ts'
import type { Passage, PassageWork } from './passage.ts'
import { pieceAnswer } from './piece-answer.ts'
import { Translation } from './translation.ts'
import { FrameWatch } from './frame-watch.ts'

const work: PassageWork = { believe: (reported) => reported }
const own = { channel: channel(), compute: computeHere, cost: null }

const frame = (data: object): string => `data: ${JSON.stringify(data)}\n\n`

const delta = { index: 0, delta: { content: 'hi' }, finish_reason: 'stop' }
const chat = (service_tier: string | null) => ({
  id: 'c',
  choices: [{ index: 0, message: { content: 'hi' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 3, completion_tokens: 1, total_tokens: 4 },
  service_tier,
})

const streams: Record<DialectName, string[]> = {
  'openai-chat': [
    frame({ id: 'c', choices: [delta], service_tier: 'priority' }),
    frame({ ...chat('priority'), choices: [] }),
    'data: [DONE]\n\n',
  ],
  'openai-responses': [
    frame({ type: 'response.created', response: { id: 'r', service_tier: 'auto', output: [] } }),
    frame({ type: 'response.output_text.delta', output_index: 0, content_index: 0, delta: 'hi' }),
    frame({
      type: 'response.completed',
      response: {
        id: 'r',
        status: 'completed',
        service_tier: 'priority',
        output: [],
        usage: { input_tokens: 3, output_tokens: 1, total_tokens: 4 },
      },
    }),
  ],
  'anthropic-messages': [
    frame({
      type: 'message_start',
      message: { id: 'm', usage: { input_tokens: 3, output_tokens: 1, service_tier: 'priority' } },
    }),
    frame({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: 'hi' } }),
    frame({
      type: 'message_delta',
      delta: { stop_reason: 'end_turn' },
      usage: { output_tokens: 1 },
    }),
    frame({ type: 'message_stop' }),
  ],
  gemini: [
    frame({
      candidates: [{ content: { parts: [{ text: 'hi' }] }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 1, serviceTier: 'priority' },
    }),
  ],
}

function through(passage: Passage, frames: readonly string[]): Passage {
  for (const text of frames) {
    const bytes = Buffer.from(text)
    void passage.take({ bytes, ends: [bytes.length], open: false })
  }
  void passage.finish()
  return passage
}

const bytes = (told: PassageWork = work) =>
  new ScannedBytes(dialects['openai-chat'], { ...told, ...own, usageShown: true })

const answering = (told: PassageWork) => ({
  ...told,
  channel: channel(),
  from: 'openai-chat' as const,
  bodies: {
    look: async (asked: ToLookAt, body: Buffer) => lookedAt(asked, body),
    compute: computeHere,
  },
})

/** The tier that is told of a whole answer. */
async function tierOf(told: PassageWork, answer: object): Promise<string | undefined> {
  const tell = vi.fn<TellUsage>(async () => null)
  await sameDialectAnswer(answering(told)).read(Buffer.from(JSON.stringify(answer)), tell)
  return tell.mock.calls[0]?.[0].reported?.tier
}

const translated = (from: DialectName, to: DialectName) =>
  new Translation({
    ...work,
    ...own,
    from,
    way: { operation: 'chat', dialect: to },
    request: plainRequest,
    now: 0,
    name: null,
    ownName: 'own',
  })

describe('the tier that answered is handed on', () => {
  const names: readonly DialectName[] = [
    'openai-chat',
    'openai-responses',
    'anthropic-messages',
    'gemini',
  ]
  it.each(names)('by a stream of %s that is watched or translated', (from) => {
    const to = from === 'gemini' ? 'openai-chat' : 'gemini'
    for (const passage of [
      new FrameWatch(dialects[from], { ...work, ...own }),
      translated(from, to),
    ]) {
      expect(through(passage, streams[from]).reported).toMatchObject({ tier: 'priority' })
    }
  })

  it('by the bytes of a stream of chat completions', () => {
    expect(through(bytes(), streams['openai-chat']).reported).toMatchObject({ tier: 'priority' })
  })

  it('by a whole answer, however long', async () => {
    const long = { padding: 'x'.repeat(1 << 20), ...chat('flex') }
    expect(await tierOf(work, chat('flex'))).toBe('flex')
    expect(await tierOf(work, long)).toBe('flex')
    const tail = Buffer.from(JSON.stringify(long)).subarray(-1_000)
    const asked = { model: 'm', single: false, packed: false }
    const way = { operation: 'embed', from: 'openai-chat', to: 'openai-chat', asked } as const
    const bodies = { piece: (...given: Parameters<typeof pieceIn>) => pieceIn(...given) }
    const { passing } = pieceAnswer({ ...work, channel: channel(), way, bodies })
    expect(passing?.usageInTail(tail)).toMatchObject({ tier: 'flex' })
  })

  it('and the head of the answer says it where the answer does not', async () => {
    const told = { ...work, tierTold: 'standard' }
    expect(await tierOf(told, chat(null))).toBe('standard')
    expect(through(bytes(told), streams['openai-chat']).reported).toMatchObject({
      tier: 'priority',
    })
  })
})
