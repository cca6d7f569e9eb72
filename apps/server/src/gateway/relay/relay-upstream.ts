import { supplierBehind } from '../../domain/channels/channel-supplier.ts'
import { countUsage, type UsageSources } from '../../charging/count-usage.ts'
import type { PricedCandidate } from '../../domain/pricing/priced-candidate.ts'
import { webPage } from '../../upstream/attempt-failure.ts'
import { eventsOnly } from '../../codec/request/edits/events-only.ts'
import type { PreparedRequest } from '../../upstream/outgoing.ts'
import type { Opening, UpstreamReply } from '../../upstream/transport/transport.ts'
import { isCacheable } from './cached-answer.ts'
import type { Exchange } from '../exchange.ts'
import type { Preparation } from '../../codec/request/prepare.ts'
import { keeperFor } from './keep-response.ts'
import { droppedText } from '../reply/dropped-text.ts'
import { countingOf, type Forwarding, runningCount } from './forwarding.ts'
import { type Answering, answerPassage, flowOf, streamPassage } from './choose.ts'
import { type Relayed, relayed } from './relay.ts'
import { relayAnswer } from './relay-answer.ts'
import { relayFlow } from './relay-flow.ts'
import { relayStream } from './relay-stream.ts'

export type SentAttempt = Pick<Preparation, 'before'> & {
  readonly candidate: PricedCandidate
  readonly prepared: PreparedRequest
  readonly opening: Opening
}

/** Relays a successful answer in the form of its operation. */
export function relayUpstream(
  forwarding: Forwarding,
  { candidate, prepared, before, opening }: SentAttempt,
  upstream: UpstreamReply,
): Promise<Relayed> {
  const { parts, exchange, request, hold, keepAlive } = forwarding
  const type = upstream.headers['content-type'] ?? ''
  const shared = sharedBy(forwarding, opening, upstream)
  if (/text\/html/i.test(type)) {
    opening.abort()
    return Promise.resolve(relayed('failed-before-content', { failure: webPage }))
  }
  const { dialect, dropped } = prepared
  forwarding.keeper = keeperFor(forwarding, candidate, dialect)
  const tell = (lost: readonly string[]): void => tellDropped(exchange, [...dropped, ...lost])
  tell([])
  const answering: Answering = {
    candidate,
    way: prepared,
    sentBytes: prepared.body.length,
    before,
    tierAsked: request.tierFields.some((name) => dropped.includes(name)) ? '' : request.tier,
    tierTold: upstream.headers[tierHeader] ?? null,
  }
  forwarding.running = runningCount(parts, request)
  const flow = flowOf(forwarding, answering, type)
  if (flow !== null) return relayFlow({ ...shared, flow })
  forwarding.passage = request.stream ? streamPassage(forwarding, answering) : null
  const relaying =
    forwarding.passage === null
      ? relayAnswer({
          ...shared,
          onLost: tell,
          passage: answerPassage(forwarding, answering),
        })
      : relayStream({
          ...shared,
          source: /^application\/json/i.test(type) ? eventsOnly(upstream.body) : upstream.body,
          framing: supplierBehind(candidate.channel).framing(dialect),
          passage: forwarding.passage,
          hold,
          running: forwarding.running,
          keepAlive,
          keepBytes: isCacheable(forwarding),
        })
  const { tierAsked: asked, tierTold } = answering
  return relaying.then((result) => ({
    ...result,
    lost: forwarding.passage?.lost ?? result.lost,
    tier: { said: result.heard?.tier ?? tierTold, asked },
  }))
}

const sharedBy = (forwarding: Forwarding, opening: Opening, upstream: UpstreamReply) => ({
  reply: forwarding.exchange.reply,
  opening,
  source: upstream.body,
  delivered: forwarding.delivered,
  memory: forwarding.exchange.memory,
  countUsage: (told: UsageSources) => countUsage(countingOf(forwarding), told),
  onFirstContent: () => {
    const { parts, exchange } = forwarding
    forwarding.firstContentMs ??= Math.round(parts.clock.monotonic() - exchange.startedAt)
  },
})

function tellDropped({ reply }: Exchange, names: readonly string[]): void {
  if (names.length > 0) reply.addHeader('x-posthouse-dropped', droppedText(names))
}

/** Service tier of a Gemini API answer: https://ai.google.dev/gemini-api/docs/priority-inference */
const tierHeader = 'x-gemini-service-tier'
