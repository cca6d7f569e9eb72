import type { DialectName } from '@posthouse/llm/canonical/dialect'
import { dialects } from '@posthouse/llm/dialects'
import type { ModelEvent } from '@posthouse/llm/canonical/event'
import { plainRequest } from '@posthouse/llm/testing/plain-request'
import { noUsage } from '@posthouse/llm/canonical/usage'

/* Streams that have one large frame. */

export const largeKinds = ['picture', 'text', 'objects'] as const

export type LargeKind = (typeof largeKinds)[number]

const answer = 0

const likely = { token: 'a', logprob: -0.5, bytes: [97] }

const contents: Readonly<Record<LargeKind, (size: number) => ModelEvent>> = {
  picture: (size) => ({
    kind: 'image',
    answer,
    source: { kind: 'data', mediaType: 'image/png', base64: 'A'.repeat(size) },
  }),
  text: (size) => ({ kind: 'text', answer, text: 'so "it" was. '.repeat(size / 13) }),
  // Of each token itself and nineteen others.
  objects: (size) => ({
    kind: 'logprobs',
    answer,
    tokens: Array.from({ length: size / 21 }, () => ({
      ...likely,
      top: Array.from({ length: 19 }, () => likely),
    })),
  }),
}

/** Content without an event in the dialect stands in blocks that are none of the caller's. */
const anthropicBlocks: Readonly<Record<LargeKind, ((size: number) => object) | null>> = {
  picture: (size) => ({ type: 'redacted_thinking', data: 'A'.repeat(size) }),
  text: null,
  objects: (size) => ({
    type: 'web_search_tool_result',
    tool_use_id: 't',
    content: Array.from({ length: size }, () => ({ type: 'a', url: 'b' })),
  }),
}

/** A stream with a large frame between small ones, as a supplier of the dialect sends it. */
export function largeStream(
  dialect: DialectName,
  kind: LargeKind,
  size: number,
): readonly string[] {
  const writer = dialects[dialect].asServer.write({ ...plainRequest, usageAsked: true })
  const text = (words: string): ModelEvent => ({ kind: 'text', answer, text: words })
  const block = dialect === 'anthropic-messages' ? anthropicBlocks[kind] : null
  const before = [{ kind: 'start', id: 'a', model: 'm', created: 1 } as const, text('first')]
  const behind: readonly ModelEvent[] = [
    text('last'),
    { kind: 'answer-end', answer, reason: 'stop' },
    { kind: 'usage', usage: { ...noUsage, input: 3, output: 4 } },
    { kind: 'end' },
  ]
  const frames = (events: readonly ModelEvent[]): string[] =>
    events.map((one) => writer.frames(one))
  return [
    ...frames(before),
    ...(block === null ? frames([contents[kind](size)]) : blockFrames(block(size))),
    ...frames(behind),
  ].filter((frame) => frame !== '')
}

/** Beside the block that is open. */
const blockFrames = (block: object): string[] =>
  [
    { type: 'content_block_start', index: 9, content_block: block },
    { type: 'content_block_stop', index: 9 },
  ].map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
