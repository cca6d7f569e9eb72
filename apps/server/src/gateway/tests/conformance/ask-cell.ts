import type { DialectName } from '@posthouse/llm/canonical/dialect'
import { dialects } from '@posthouse/llm/dialects'
import type { ModelEvent } from '@posthouse/llm/canonical/event'
import { frameCutter } from '@posthouse/llm/bytes/framing'
import { joinedCalls } from '@posthouse/llm/canonical/calls/joined-calls'
import type { ModelRequest } from '@posthouse/llm/canonical/request'
import { plainRequest } from '@posthouse/llm/testing/plain-request'
import type { Transport, UpstreamRequest } from '../../../upstream/transport/transport.ts'
import { type Rig, testKey } from '../rig/gateway-rig.ts'
import type { Seen } from './cases.ts'

/** The outcome of a call: at the client, and before that at the upstream. */
export type Heard = {
  readonly requestId: string
  readonly status: number
  readonly seen: Seen
  readonly dropped: readonly string[]
  /** The last request that an upstream got. */
  readonly sent: UpstreamRequest | null
}

const sandboxModel = 'sandbox/chat'

export const requestOf = (asked: Partial<ModelRequest>, dialect: DialectName): ModelRequest => ({
  ...plainRequest,
  model: sandboxModel,
  usageAsked: true,
  ...asked,
  dialect,
})

/** Remembers what goes to the sandbox. */
export function spyOn(rig: Rig): () => UpstreamRequest | null {
  let last: UpstreamRequest | null = null
  const { sandbox } = rig.parts.transports
  const spying: Transport = {
    ...sandbox,
    open: (request) => {
      last = request
      return sandbox.open(request)
    },
  }
  Object.assign(rig.parts.transports, { sandbox: spying })
  return () => last
}

const paths: Readonly<Record<DialectName, (request: ModelRequest) => string>> = {
  'openai-chat': () => '/v1/chat/completions',
  'openai-responses': () => '/v1/responses',
  'anthropic-messages': () => '/v1/messages',
  gemini: ({ model, stream }) =>
    `/v1beta/models/${encodeURIComponent(model)}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
}

/** The address of requests of a dialect's clients. */
export const pathOf = (request: ModelRequest): string => paths[request.dialect](request)

/** Asks as a client of a dialect does. */
export async function askBytes(
  rig: Rig,
  request: ModelRequest,
): Promise<{ readonly response: Response; readonly bytes: Uint8Array }> {
  const { asClient } = dialects[request.dialect]
  const response = await rig.fetch(pathOf(request), {
    method: 'POST',
    headers: { 'x-api-key': testKey, 'content-type': 'application/json' },
    body: JSON.stringify(asClient.body(request).body),
  })
  return { response, bytes: new Uint8Array(await response.arrayBuffer()) }
}

/** The same, and reads the answer as it would. */
export async function askCell(
  rig: Rig,
  request: ModelRequest,
  lastSent: () => UpstreamRequest | null,
): Promise<Heard> {
  const { response, bytes } = await askBytes(rig, request)
  const { headers, status } = response
  const dropped = headers.get('x-posthouse-dropped')?.split(', ') ?? []
  return {
    requestId: headers.get('x-request-id') ?? '',
    status,
    seen: seenIn(eventsOf(response, bytes, request.dialect)),
    dropped,
    sent: lastSent(),
  }
}

function eventsOf(
  { headers, status }: Response,
  bytes: Uint8Array,
  dialect: DialectName,
): readonly ModelEvent[] {
  const { asClient } = dialects[dialect]
  if (headers.get('content-type')?.startsWith('text/event-stream') === true) {
    return eventsIn(bytes, dialect)
  }
  const text = new TextDecoder().decode(bytes)
  return status < 400
    ? asClient.answer(JSON.parse(text))
    : [{ kind: 'failed', failure: asClient.failure(status, text) }]
}

function eventsIn(bytes: Uint8Array, dialect: DialectName): ModelEvent[] {
  const reader = dialects[dialect].asClient.read()
  const cutter = frameCutter()
  const run = cutter.push(bytes)
  const decoder = new TextDecoder()
  const events: ModelEvent[] = []
  let from = 0
  for (const end of run?.ends ?? []) {
    events.push(...reader.step(decoder.decode(run?.bytes.subarray(from, end))))
    from = end
  }
  const rest = cutter.flush()
  if (rest !== null) events.push(...reader.step(decoder.decode(rest)))
  return [...events, ...reader.finish()]
}

function seenIn(events: readonly ModelEvent[]): Seen {
  const joined = (kind: 'text' | 'reasoning'): string =>
    events.flatMap((event) => (event.kind === kind ? [event.text] : [])).join('')
  const end = events.find((event) => event.kind === 'answer-end')
  return {
    events,
    text: joined('text'),
    reasoning: joined('reasoning'),
    calls: joinedCalls(events),
    reason: end?.reason ?? null,
  }
}
