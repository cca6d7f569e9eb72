import type { ModelEvent, StopReason } from '@posthouse/llm/canonical/event'
import type { Message, ModelRequest, Part, Tool } from '@posthouse/llm/canonical/request'
import { plainRequest } from '@posthouse/llm/testing/plain-request'

/** The questions to every cell of the matrix: a request in no dialect, and what the client must see. */
export type Case = {
  readonly name: string
  readonly request: Partial<ModelRequest>
  readonly seen: (seen: Seen) => string | null
}

/** The answer as the client reads it, in its own dialect. */
export type Seen = {
  readonly events: readonly ModelEvent[]
  readonly text: string
  readonly reasoning: string
  readonly calls: readonly { id: string; name: string; arguments: string }[]
  readonly reason: StopReason | null
}

const said = (role: Message['role'], ...parts: Part[]): Message => ({ role, parts, name: null })
const text = (words: string): Part => ({ kind: 'text', text: words })
const user = (words: string): Message => said('user', text(words))

const weather: Tool = {
  name: 'get_weather',
  description: 'Weather of a place',
  parameters: {
    type: 'object',
    properties: { city: { type: 'string' }, days: { type: 'integer' } },
    required: ['city', 'days'],
    additionalProperties: false,
  },
  strict: null,
}
const clock: Tool = {
  name: 'get_time',
  description: 'Time of a place',
  parameters: { type: 'object', properties: { zone: { type: 'string' } }, required: ['zone'] },
  strict: null,
}
const pixel: Part = {
  kind: 'image',
  detail: null,
  source: {
    kind: 'data',
    mediaType: 'image/png',
    base64:
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  },
}
const call = (id: string, name: string, args: object): Part => ({
  kind: 'tool-call',
  id,
  name,
  arguments: JSON.stringify(args),
})
const result = (id: string, ...parts: Part[]): Part => ({ kind: 'tool-result', id, parts })

const hasText = ({ text: words }: Seen): string | null => (words === '' ? 'no text' : null)
const ends =
  (reason: StopReason) =>
  (seen: Seen): string | null =>
    seen.reason === reason ? null : `ended as ${seen.reason}`
const all =
  (...checks: ((seen: Seen) => string | null)[]) =>
  (seen: Seen): string | null =>
    checks.map((check) => check(seen)).find((fault) => fault !== null) ?? null

/** Calls with arguments that are whole JSON, ids of their own and the names that were asked for. */
const callsOf =
  (...names: string[]) =>
  ({ calls }: Seen): string | null => {
    if (calls.map(({ name }) => name).join() !== names.join()) {
      return `calls of ${calls.map(({ name }) => name).join() || 'nothing'}`
    }
    if (new Set(calls.map(({ id }) => id)).size !== names.length) return 'ids that are not unique'
    const broken = calls.find(({ arguments: args }) => !isObject(args))
    return broken === undefined ? null : `arguments ${broken.arguments}`
  }

function isObject(json: string): boolean {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null
  } catch {
    return false
  }
}

const noSampling = plainRequest.sampling

export const cases: readonly Case[] = [
  { name: 'text', request: { messages: [user('hello')] }, seen: all(hasText, ends('stop')) },
  {
    name: 'a system prompt and earlier turns',
    request: {
      messages: [
        said('system', text('You keep a relay station.')),
        user('hello'),
        said('assistant', text('Welcome.')),
        user('and now?'),
      ],
    },
    seen: all(hasText, ends('stop')),
  },
  {
    name: 'one tool call',
    request: { messages: [user('use a tool')], tools: [weather] },
    seen: all(callsOf('get_weather'), ends('tool-calls')),
  },
  {
    name: 'parallel tool calls',
    request: { messages: [user('use tools in parallel')], tools: [weather, clock] },
    seen: all(callsOf('get_weather', 'get_time'), ends('tool-calls')),
  },
  {
    name: 'a tool that must be called',
    request: {
      messages: [user('hello')],
      tools: [weather, clock],
      toolChoice: { kind: 'tool', name: 'get_time' },
    },
    seen: all(callsOf('get_time'), ends('tool-calls')),
  },
  {
    name: 'no tool may be called',
    request: { messages: [user('use a tool')], tools: [weather], toolChoice: { kind: 'none' } },
    seen: all(hasText, callsOf(), ends('stop')),
  },
  {
    name: 'tool results',
    request: {
      messages: [
        user('use tools in parallel'),
        said(
          'assistant',
          call('call_a1', 'get_weather', { city: 'Xi’an', days: 2 }),
          call('call_b2', 'get_time', { zone: 'Asia/Shanghai' }),
        ),
        said('tool', result('call_a1', text('sunny'))),
        said('tool', result('call_b2', text('noon'))),
      ],
      tools: [weather, clock],
    },
    seen: all(hasText, ends('stop')),
  },
  {
    name: 'a tool result with an image',
    request: {
      messages: [
        user('use a tool'),
        said('assistant', call('call_a1', 'get_weather', { city: 'Xi’an', days: 1 })),
        said('tool', result('call_a1', text('the map'), pixel)),
      ],
      tools: [weather],
    },
    seen: all(hasText, ends('stop')),
  },
  {
    name: 'an image',
    request: { messages: [said('user', text('what is this?'), pixel)] },
    seen: all(hasText, ends('stop')),
  },
  {
    name: 'reasoning',
    request: {
      messages: [user('think')],
      reasoning: { effort: 'low', budget: null, shown: true },
      outputLimit: 8_000,
    },
    seen: all(hasText, ({ reasoning }) => (reasoning === '' ? 'no reasoning' : null), ends('stop')),
  },
  {
    name: 'structured output',
    request: {
      messages: [user('hello')],
      format: {
        kind: 'schema',
        name: 'place',
        schema: {
          type: 'object',
          properties: { city: { type: 'string' } },
          required: ['city'],
          additionalProperties: false,
        },
        strict: true,
      },
    },
    seen: all(({ text: words }) => (isObject(words) ? null : `said ${words}`), ends('stop')),
  },
  {
    name: 'the limit of the output',
    request: { messages: [user('hello')], outputLimit: 20 },
    seen: all(hasText, ends('length')),
  },
  {
    name: 'what the prompt cache saved',
    request: { messages: [user('[[sandbox: cached=5 written=3]] Read the same letter again.')] },
    seen: ({ events }) => {
      const read = events.findLast((event) => event.kind === 'usage')?.usage.cache_read
      return read === 5 ? null : `${read} tokens from the cache`
    },
  },
  {
    name: 'a refusal',
    request: { messages: [user('[[sandbox: refuse=1]] hello')] },
    seen: ends('content-filter'),
  },
  {
    name: 'sampling and stop sequences',
    request: {
      messages: [user('hello')],
      stop: ['END'],
      sampling: { ...noSampling, temperature: 0.5, topP: 0.9 },
    },
    seen: all(hasText, ends('stop')),
  },
  {
    name: 'the rarer fields',
    request: {
      messages: [user('hello')],
      sampling: {
        ...noSampling,
        topK: 40,
        frequencyPenalty: 0.1,
        presencePenalty: 0.2,
        seed: 7,
      },
      parallelTools: false,
      tools: [weather],
      logprobs: 2,
      cacheKey: 'conversation-1',
      endUser: 'person-1',
    },
    seen: all(hasText, ends('stop')),
  },
]
