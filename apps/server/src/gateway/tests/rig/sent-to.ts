import { inLanguage } from '@posthouse/contract/phrases'
import { dialects } from '@posthouse/llm/dialects'
import type { Channel } from '../../../domain/channels/channel.ts'
import { channel } from './gateway-rig.ts'
import { openAttempt } from '../../../upstream/attempt.ts'
import type { Outgoing } from '../../../upstream/outgoing.ts'
import { prepareBody } from '../../../codec/request/prepare-body.ts'
import type { Transport, UpstreamRequest } from '../../../upstream/transport/transport.ts'

export const asked = {
  model: 'm-1',
  messages: [{ role: 'user', content: 'hello' }],
  max_completion_tokens: 99,
}

const outgoingOf = (more: Partial<Outgoing> = {}): Outgoing => ({
  operation: 'chat',
  single: false,
  dialect: 'openai-chat',
  body: Buffer.from(JSON.stringify(asked)),
  model: 'm-1',
  stream: false,
  eventsAsked: false,
  files: [],
  usageAsked: false,
  outputLimit: 99,
  outputLimitFields: ['max_completion_tokens'],
  hasLimitAlias: false,
  outputCap: null,
  expanded: false,
  keptThere: true,
  clientHeaders: {
    authorization: 'Bearer of the client',
    cookie: 'session=secret',
    'openai-beta': 'assistants=v2',
    'anthropic-beta': 'context-1m',
    'user-agent': 'client/1',
  },
  privateAllowed: true,
  timeouts: { headersMs: 1_000, idleMs: 1_000 },
  ...more,
})

/** The time of leaving: signatures have it in them. */
const now = Date.parse('2026-11-23T00:00:00Z')

/** The request that leaves for a channel when a client asks it, and the fields told as not carried. */
export async function sentTo(
  made: Partial<Channel>,
  more: Partial<Outgoing> = {},
  forwarded = 'm-1',
  secret = 'the-key',
): Promise<{
  readonly url: string
  readonly headers: UpstreamRequest['headers']
  readonly body: unknown
  readonly dropped: readonly string[]
}> {
  const target = {
    channel: channel(made),
    key: { id: 1n, secret, enabled: true },
    forwarded,
  }
  const outgoing = outgoingOf(more)
  const prepared = await prepareBody(target, outgoing, {
    canonical: () =>
      Promise.resolve(
        dialects[outgoing.dialect].asServer.request(JSON.parse(outgoing.body.toString('utf8')), {
          model: outgoing.model,
          stream: outgoing.stream,
        }),
      ),
    reasoningBefore: () => Promise.resolve(new Map()),
  })
  if ('failure' in prepared) throw new Error(String(inLanguage(prepared.failure.message, 'en')))
  const sent: UpstreamRequest[] = []
  const transport: Transport = {
    open: (request) => {
      sent.push(request)
      return { reply: new Promise(() => {}), sent: true, abort: () => {} }
    },
    close: () => Promise.resolve(),
  }
  const transports = { http: transport, sandbox: transport }
  openAttempt({ transports, clock: { now: () => now } }, target, outgoing, prepared)
  const [request] = sent
  if (request === undefined) throw new Error('nothing was sent')
  const { url, headers, body } = request
  const text = Buffer.from(body ?? []).toString('utf8')
  return { url: url.href, headers, body: JSON.parse(text), dropped: prepared.dropped }
}
