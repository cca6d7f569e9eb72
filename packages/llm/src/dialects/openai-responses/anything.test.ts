import {
  assert as check,
  constantFrom,
  dictionary,
  jsonValue,
  oneof,
  property,
  record,
  array,
  nat,
  string,
} from 'fast-check'
import { expect, test } from 'vitest'
import { isTerminal, type ModelEvent } from '../../canonical/event.ts'
import { inputTokensOf, outputTokensOf } from '../../canonical/usage.ts'
import { openAiResponses } from './dialect.ts'
import { encodeUsage, responsesUsage } from './usage.ts'

const { asServer, asClient } = openAiResponses

const json = jsonValue({ maxDepth: 1 })

const types = constantFrom<unknown>(
  'message',
  'reasoning',
  'function_call',
  'function_call_output',
  'item_reference',
  'constructor',
  undefined,
)

/** JSON that comes near to what a body has. */
const item = record(
  {
    type: types,
    role: constantFrom('user', 'assistant', 'system', 'tool', 5),
    id: oneof(string(), json),
    call_id: oneof(string(), json),
    name: oneof(string(), json),
    arguments: json,
    content: oneof(
      string(),
      array(dictionary(constantFrom('type', 'text', 'image_url'), json)),
      json,
    ),
    summary: json,
    encrypted_content: oneof(constantFrom('x', 'posthouse-call.y', 'posthouse.gemini:z'), json),
    output: json,
  },
  { requiredKeys: [] },
)

const fields = [
  'tools',
  'text',
  'reasoning',
  'include',
  'tool_choice',
  'instructions',
  'user',
  'metadata',
]
const nearBody = record({
  model: constantFrom<unknown>('m', 5),
  input: oneof(array(oneof(item, json), { maxLength: 6 }), json),
  rest: dictionary(constantFrom(...fields), json),
}).map(({ rest, ...others }) => ({ ...rest, ...others }))

test('any body is a request, which can be written and read again, or a field is named', () => {
  check(
    property(oneof(nearBody, json), (body) => {
      const read = asServer.request(body)
      if (!read.ok) {
        expect(read.reason).toContain('is expected')
        return
      }
      const again = asServer.request(asClient.body(read.value).body)
      expect(again.ok && again.value.messages.length).toBeLessThanOrEqual(
        read.value.messages.length,
      )
      asServer.answer([{ kind: 'end' }], read.value)
    }),
    { numRuns: 150 },
  )
})

const eventTypes = [
  'created',
  'output_item.added',
  'output_item.done',
  'content_part.done',
  'output_text.delta',
  'output_text.done',
  'output_text.annotation.added',
  'refusal.delta',
  'reasoning_summary_text.delta',
  'reasoning_summary_part.done',
  'function_call_arguments.delta',
  'function_call_arguments.done',
  'completed',
  'incomplete',
  'failed',
]

const eventOf = record(
  {
    type: oneof(
      constantFrom(...eventTypes.map((type) => `response.${type}`)),
      constantFrom('error', 'constructor'),
    ),
    output_index: oneof(nat(2), json),
    content_index: nat(1),
    delta: oneof(string(), json),
    text: oneof(string(), json),
    item: oneof(item, json),
    part: json,
    response: oneof(record({ output: array(item, { maxLength: 3 }), usage: json }), json),
  },
  { requiredKeys: ['type'] },
)

test('any stream ends once, and is written again as it was meant', () => {
  const request = asServer.request({ model: 'm', input: 'Hi' })
  if (!request.ok) throw new Error(request.field)
  check(
    property(array(eventOf, { maxLength: 12 }), (stream) => {
      const frames = stream.map((event) => `data: ${JSON.stringify(event)}\n\n`)
      const events = readOf(frames)
      expect(events.map(isTerminal).indexOf(true)).toBe(events.length - 1)
      let state = asServer.open(request.value)
      let text = ''
      for (const event of events) {
        const [next, written] = asServer.frames(state, event)
        state = next
        text += written
      }
      const again = readOf(text.split(/(?<=\n\n)/))
      expect(again.at(-1)?.kind).toBe(events.at(-1)?.kind)
      expect(wordsIn(again)).toBe(wordsIn(events))
    }),
    { numRuns: 150 },
  )
})

const wordsIn = (events: readonly ModelEvent[]): string =>
  events
    .flatMap((event) => (event.kind === 'text' || event.kind === 'refusal' ? [event.text] : []))
    .join('')

function readOf(frames: readonly string[]): ModelEvent[] {
  let state = asClient.start()
  const events: ModelEvent[] = []
  for (const frame of frames) {
    const [next, more] = asClient.step(state, frame)
    state = next
    events.push(...more)
  }
  return [...events, ...asClient.finish(state)]
}

test('usage adds up, and comes back as it was', () => {
  const count = nat(1_000_000)
  check(
    property(count, count, count, count, count, (input, output, cached, written, reasoned) => {
      const reported = responsesUsage({
        input_tokens: input,
        input_tokens_details: {
          cached_tokens: cached,
          cache_write_tokens: written,
          cache_write_tokens_details: { ttl_12h_tokens: Math.floor(written / 3) },
        },
        output_tokens: output,
        output_tokens_details: { reasoning_tokens: reasoned },
      })
      if (reported === null || reported.absurd) throw new Error('no usage')
      expect(inputTokensOf(reported.usage)).toBe(input)
      expect(outputTokensOf(reported.usage)).toBe(output)
      expect(Math.min(...Object.values(reported.usage))).toBeGreaterThanOrEqual(0)
      const { usage } = reported
      expect(responsesUsage(encodeUsage({ kind: 'usage', usage }))).toEqual({
        usage,
        absurd: false,
      })
      expect(reported.parts?.output).toBe(reasoned > output ? reasoned : undefined)
    }),
  )
  expect(responsesUsage({ input_tokens: -1 })?.absurd).toBe(true)
  expect(responsesUsage({ input_tokens: 1, output_tokens: 'x' })?.absurd).toBe(true)
  expect(responsesUsage({})).toBeNull()
})
