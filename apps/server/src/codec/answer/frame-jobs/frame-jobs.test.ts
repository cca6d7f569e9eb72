import { type DialectName, dialectNames } from '@posthouse/llm/canonical/dialect'
import { dialects } from '@posthouse/llm/dialects'
import type { ModelEvent } from '@posthouse/llm/canonical/event'
import type { FrameRun } from '@posthouse/llm/bytes/framing'
import { plainRequest } from '@posthouse/llm/testing/plain-request'
import { noUsage } from '@posthouse/llm/canonical/usage'
import { describe, expect, it } from 'vitest'
import { plainChannel } from '../../../domain/channels/testing/plain-channel.ts'
import { sha256 } from '../../../lib/ids.ts'
import { computeHere } from '../../../gateway/tests/rig/compute-here.ts'
import { largeKinds, largeStream } from '../../../gateway/tests/rig/large-frames.ts'
import { keptBytesMax } from '../../reasoning/signature-store.ts'
import { ScannedBytes } from '../scan/scanned-bytes.ts'
import type { Passage, Step } from '../passage.ts'
import { Translation } from '../translation.ts'
import { FrameWatch } from '../frame-watch.ts'
import type { Compute } from './frame-jobs.ts'

/*
 * What is read and written off the loop is what it would have been on the loop: the same bytes, the same texts to be
 * charged, the same reports. A frame goes on the loop here when another stands beside it.
 */

const answer = 0
const long = 'so "it" was, née\\'.repeat(18_000)

const written = (from: DialectName, events: readonly ModelEvent[]): readonly string[] => {
  const writer = dialects[from].asServer.write({ ...plainRequest, usageAsked: true })
  const begun = { kind: 'start', id: 'a', model: 'm', created: 1 } as const
  return [begun, ...events].map((event) => writer.frames(event)).filter((frame) => frame !== '')
}

const call = (id: string | null, words: string): ModelEvent => ({
  kind: 'tool-call',
  answer,
  index: 0,
  id,
  name: id === null ? null : 'f',
  arguments: words,
})

const usage: ModelEvent = { kind: 'usage', usage: { ...noUsage, input: 3, output: 4 } }
const ends = (reason: 'stop' | 'tool-calls'): readonly ModelEvent[] => [
  { kind: 'answer-end', answer, reason },
  usage,
  { kind: 'end' },
]

/** One frame of each dialect that has all of an answer, with what was used. */
const together: Readonly<Record<DialectName, object>> = {
  'openai-chat': {
    id: 'a',
    choices: [{ index: 0, delta: { content: long }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 },
  },
  'openai-responses': {
    type: 'response.completed',
    response: {
      id: 'a',
      status: 'completed',
      output: [{ id: 'i', type: 'message', content: [{ type: 'output_text', text: long }] }],
      usage: { input_tokens: 3, output_tokens: 4, total_tokens: 7 },
    },
  },
  'anthropic-messages': {
    type: 'message_delta',
    delta: { stop_reason: 'end_turn', filler: long },
    usage: { input_tokens: 3, output_tokens: 4 },
  },
  gemini: {
    candidates: [{ content: { parts: [{ text: long }] }, finishReason: 'STOP' }],
    usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 4, totalTokenCount: 7 },
  },
}

const frame = (data: object): string => `data: ${JSON.stringify(data)}\n\n`

const streams: Readonly<Record<string, (from: DialectName) => readonly string[]>> = {
  ...Object.fromEntries(
    largeKinds.map((kind) => [
      kind,
      (from: DialectName) => largeStream(from, kind, 400_000 / (kind === 'objects' ? 5 : 1)),
    ]),
  ),
  'reasoning and a call': (from) =>
    written(from, [
      { kind: 'reasoning', answer, text: long, signature: null },
      { kind: 'reasoning', answer, text: 'hm', signature: `${from}:s` },
      call('c', JSON.stringify({ a: long }).slice(0, -1)),
      { kind: 'text', answer, text: 'beside' },
      call(null, '}'),
      ...ends('tool-calls'),
    ]),
  'all in one frame': (from) => [frame(together[from]), 'data: [DONE]\n\n', `: ${long}\n\n`],
  'no usage': (from) =>
    written(from, [{ kind: 'text', answer, text: long }, ...ends('stop').toSpliced(1, 1)]),
  'an error': (from) => [
    ...written(from, [{ kind: 'text', answer, text: 'first' }]),
    frame({ type: 'error', error: { type: 'overloaded_error', message: long } }),
  ],
  'too deep': () => [frame({ choices: [], type: 'a', filler: long, a: nested(200) })],
  'too many parts': (from) => [
    frame(
      from === 'gemini'
        ? { candidates: [{ content: { parts: parts(3_000, { inlineData: { data: 'aaaa' } }) } }] }
        : { choices: [{ delta: { images: parts(3_000, { image_url: { url: 'https://a' } }) } }] },
    ),
  ],
  'too much text': (from) =>
    written(from, [{ kind: 'text', answer, text: 'a'.repeat(1_100_000) }, ...ends('stop')]),
}

const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth))
const parts = (count: number, part: object): object[] =>
  Array.from({ length: count }, () => ({ ...part, filler: 'a'.repeat(100) }))

/** As between threads. */
const cloning: Compute = async (name, input, bytes) =>
  structuredClone(await computeHere(name, structuredClone(input), bytes))

type Heard = { readonly seen: ModelEvent[]; frames: string }

function passageOf(from: DialectName, to: DialectName, heard: Heard): Passage {
  const work = {
    channel: plainChannel,
    compute: cloning,
    believe: <Report>(reported: Report) => reported,
    cost: () => '0.5',
    usageShown: true,
    see: (event: ModelEvent) => void heard.seen.push(event),
    seeFrames: (frames: string) => void (heard.frames += frames),
  }
  const named = { request: { ...plainRequest, usageAsked: true }, now: 1, name: null, ownName: 'o' }
  if (from !== to) {
    return new Translation({ ...work, ...named, from, way: { operation: 'chat', dialect: to } })
  }
  return from === 'openai-chat'
    ? new ScannedBytes(dialects['openai-chat'], work)
    : new FrameWatch(dialects[from], work)
}

const comment = ': \n\n'

/** Each frame by itself, or with another beside it: then none of them is read off the loop. */
function runOf(text: string, isBeside: boolean): FrameRun {
  const bytes = Buffer.from(isBeside ? text + comment : text)
  const { length } = bytes
  return { bytes, ends: isBeside ? [length - comment.length, length] : [length], open: false }
}

async function told(from: DialectName, to: DialectName, name: string, isBeside: boolean) {
  const heard: Heard = { seen: [], frames: '' }
  const passage = passageOf(from, to, heard)
  const steps: Step[] = []
  let asides = 0
  const add = async (step: Step | Promise<Step>): Promise<void> => {
    asides += step instanceof Promise ? 1 : 0
    steps.push(await step)
  }
  for (const text of streams[name]?.(from) ?? []) {
    if (steps.at(-1)?.failure === null || steps.length === 0) {
      await add(passage.take(runOf(text, isBeside)))
    }
  }
  if (steps.at(-1)?.failure === null) await add(passage.finish())
  if (passage.awaitsCount) await add(passage.countedAs({ ...noUsage, output: 9 }))
  const { complete, done, reported } = passage
  const all = steps.map(({ out, texts, waiting, ...step }) => ({
    ...step,
    out: Buffer.concat(out).toString('utf8').replaceAll(comment, ''),
    texts: texts.join(''),
    waiting: waiting.join(''),
  }))
  const reasoning = heard.seen
    .map((event) => (event.kind === 'reasoning' ? event.text + (event.signature ?? '') : ''))
    .join('')
  const frames = heard.frames.replaceAll(comment, '')
  return { asides, told: { all, complete, done, reported, frames, reasoning: kept(reasoning) } }
}

/** Nobody keeps longer ones. */
const kept = (reasoning: string): string =>
  reasoning.length > keptBytesMax ? 'too long' : reasoning

/** Long texts by their digest: to show where they differ takes minutes. */
const short = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, text: unknown) =>
    typeof text === 'string' && text.length > 2_000 ? `${text.length} ${sha256(text)}` : text,
  )

describe.each(dialectNames)('a large frame of %s', (from) => {
  const next = dialectNames[(dialectNames.indexOf(from) + 1) % dialectNames.length] ?? from
  describe.each([from, next])('for a client of %s', (to) => {
    it.each(Object.keys(streams))('comes to the same off the loop: %s', async (name) => {
      const aside = await told(from, to, name, false)
      const here = await told(from, to, name, true)
      expect(short(aside.told)).toEqual(short(here.told))
      expect(aside.asides).toBeGreaterThan(0)
    })
  })
})
