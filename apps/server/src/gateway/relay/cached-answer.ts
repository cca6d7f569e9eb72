import { noTier } from '../../domain/pricing/tier.ts'
import { countUsage } from '../../charging/count-usage.ts'
import { type CachedAnswer, cachedBytesMax, cacheNameOf } from '../reply/chat-cache.ts'
import { isRepeatable, type Outcome } from '../exchange.ts'
import type { PricedCandidate } from '../../domain/pricing/priced-candidate.ts'
import { countingOf, type Forwarding } from './forwarding.ts'
import { streamHeaders } from '../reply/keep-alive.ts'
import type { Relayed } from './relay.ts'
import { bufferOf } from '../../lib/bytes.ts'
import { withCost } from '../../codec/answer/with-cost.ts'
import { isBelieved } from '../../charging/settlement.ts'

/** Whether the answer may be cached for identical requests of the same user. */
export const isCacheable = ({ caller, exchange, request }: Forwarding): boolean =>
  caller.token.cache &&
  exchange.snapshot.settings.ChatCacheExpireMinute > 0 &&
  // A stream is cached as sent, including its cost. A whole answer is cached without it.
  !(request.costAsked && request.stream) &&
  isRepeatable(request)

type CompletedAttempt = { readonly candidate: PricedCandidate; readonly result: Relayed }

/** Caches an answer. Never rejects, because the answer does not depend on it. */
export async function keepForRepeat(
  forwarding: Forwarding,
  answered: CompletedAttempt,
): Promise<void> {
  try {
    await keep(forwarding, answered)
  } catch (error) {
    const { parts, exchange } = forwarding
    parts.log.error({ request: exchange.incoming.id, error }, 'an answer could not be kept')
  }
}

/** Includes the usage that the client was told. */
async function keep(
  forwarding: Forwarding,
  { candidate, result }: CompletedAttempt,
): Promise<void> {
  const { parts, exchange, caller, request } = forwarding
  const reported = result.reported
  if (!isCacheable(forwarding) || result.bytes === null || reported === null || reported.absurd) {
    return
  }
  if (result.bytes.length > cachedBytesMax) return
  const usage = isBelieved(reported)
    ? reported.usage
    : await countUsage(countingOf(forwarding), result)
  parts.cache.keep(
    cacheNameOf(caller.owner.id, exchange.incoming.url.pathname, request.body),
    {
      contentType: request.stream ? streamHeaders['content-type'] : 'application/json',
      body: result.bytes,
      usage,
      channelId: candidate.channel.id,
      channelName: candidate.channel.name,
    },
    exchange.snapshot.settings.ChatCacheExpireMinute,
  )
}

/** A cached answer reports a cost of 0 if the cost is requested. */
const bodyOf = ({ request, outgoing: { dialect } }: Forwarding, { body }: CachedAnswer): Buffer =>
  request.costAsked && !request.stream ? bufferOf(withCost({ body, dialect, cost: '0' })) : body

/** Answers from the cache, free of charge. */
export function fromCache(forwarding: Forwarding, cached: CachedAnswer): Outcome {
  const { exchange, request, delivered, plan } = forwarding
  forwarding.keepAlive.stop()
  const price = request.costAsked ? { 'x-posthouse-cost': '0' } : {}
  const headers = { 'content-type': cached.contentType, 'x-posthouse-cache': 'hit', ...price }
  exchange.reply.send(200, headers, bodyOf(forwarding, cached))
  return {
    kind: 'cache-hit',
    candidate: plan.candidates[0] ?? null,
    reported: { usage: cached.usage, absurd: false },
    heard: null,
    tier: noTier,
    requestSent: false,
    anythingDelivered: true,
    delivered,
    attempts: [],
    firstContentMs: null,
    refusal: null,
    deliver: null,
    run: forwarding.run,
  }
}
