import type { Circuit } from '../domain/channels/health.ts'
import { openAttempt } from '../upstream/attempt.ts'
import { type MemoryPart, partOf } from '../http/body-memory.ts'
import {
  type AttemptFailure,
  failureOfStatus,
  failureOfTransport,
} from '../upstream/attempt-failure.ts'
import { fetchPart } from '../codec/request/edits/bring-bytes.ts'
import { readSome } from '../upstream/transport/read-whole.ts'
import { TransportError } from '../upstream/transport/transport.ts'
import { fromCache, keepForRepeat } from './relay/cached-answer.ts'
import { afterBug } from './relay/after-bug.ts'
import { withoutResponses } from './relay/without-responses.ts'
import { relayUpstream, type Sent } from './relay/relay-upstream.ts'
import type { Exchange, Outcome } from './exchange.ts'
import type { PricedCandidate } from '../domain/pricing/priced-candidate.ts'
import { begin, type Forwarding, type ToForward } from './relay/forwarding.ts'
import type { GatewayParts } from './gateway-parts.ts'
import { refusalFor } from './relay/last-failure.ts'
import type { Helpers } from '../codec/request/prepare.ts'
import { refuse } from './refuse.ts'
import { endedNow, messageOf, type Relayed, relayed, unwanted } from './relay/relay.ts'
import { beginRun } from './responses/background.ts'

/**
 * Asks the candidates in turn until one answers: the only retry loop. Once content has gone out
 * there is no other candidate. The refusals of this step (429, 502, 503, 504) are in the outcome,
 * because what was spent must be settled all the same.
 */
export async function forward(
  parts: GatewayParts,
  exchange: Exchange,
  asked: ToForward,
): Promise<Outcome> {
  const run = await beginRun(parts, exchange, asked)
  let forwarding: Forwarding | null = null
  try {
    forwarding = begin(parts, exchange, { ...asked, run })
    const { cached } = asked.hold
    return cached === undefined ? await askInTurn(forwarding) : fromCache(forwarding, cached)
  } catch (bug) {
    if (forwarding?.reached === true) return afterBug(forwarding, bug)
    // Followers read on, and the hold is given back at once.
    await run?.end(null)
    throw bug
  }
}

async function askInTurn(forwarding: Forwarding): Promise<Outcome> {
  const { parts, exchange, plan } = forwarding
  const { RetryTimes, RetryTimeOut } = exchange.snapshot.settings
  const candidates = plan.candidates.slice(0, 1 + RetryTimes)
  let last: Last | null = null
  for (const candidate of candidates) {
    if (exchange.reply.left || exchange.reply.stopped !== null) break
    const age = parts.clock.monotonic() - exchange.startedAt
    if (last !== null && age > RetryTimeOut * 1_000) break
    forwarding.candidate = candidate
    last = { candidate, result: await attempt(forwarding, candidate) }
    const retries = last.result.kind === 'failed-before-content'
    if (!retries || isTheSameElsewhere(last.result.failure)) break
  }
  forwarding.keepAlive.stop()
  await keepAnswer(forwarding, last?.result ?? null)
  return outcomeOf(forwarding, last)
}

/** It comes of the request: another candidate would do no better, and this one is no worse for it. */
const isTheSameElsewhere = (failure: AttemptFailure | null): boolean =>
  failure?.verdict === 'callers-fault' || failure?.verdict === 'retry-nowhere'

async function attempt(forwarding: Forwarding, candidate: PricedCandidate): Promise<Relayed> {
  const { parts, attempts } = forwarding
  const { clock, health } = parts
  const startedAt = clock.now()
  const started = clock.monotonic()
  const circuit: Circuit = {
    channelId: candidate.channel.id,
    keyId: candidate.key.id,
    model: candidate.forwarded,
  }
  health.began(circuit)
  const { status, sent, result } = await send(forwarding, candidate)
  report(forwarding, circuit, result)
  attempts.push({
    number: attempts.length + 1,
    candidate,
    status: result.failure?.status ?? status,
    failure: result.failure?.class ?? (result.kind === 'complete' ? '' : result.kind),
    message: messageOf(result),
    sent,
    startedAt,
    durationMs: Math.round(clock.monotonic() - started),
  })
  return result
}

type Answered = { readonly status: number; readonly sent: boolean; readonly result: Relayed }

const unsent = (result: Relayed): Answered => ({ status: 0, sent: false, result })

async function send(forwarding: Forwarding, candidate: PricedCandidate): Promise<Answered> {
  // Files fetched for one candidate are gone when the next one is asked.
  const fetched = partOf(forwarding.exchange.memory)
  try {
    return await sendWith(forwarding, candidate, fetched)
  } finally {
    fetched.giveBack()
  }
}

async function sendWith(
  forwarding: Forwarding,
  candidate: PricedCandidate,
  fetched: MemoryPart,
): Promise<Answered> {
  const { parts, exchange, outgoing } = forwarding
  const toPrepare = { target: candidate, outgoing }
  const helpers = helpersOf(forwarding, fetched)
  const made = await parts.bodies.prepare(toPrepare, helpers, forwarding.asked)
  const { prepared } = made
  forwarding.asked ??= made.asked
  if ('failure' in prepared) return unsent(failed(forwarding, prepared.failure))
  const { reply } = exchange
  if (reply.left || reply.stopped !== null) return unsent(unwanted(reply))
  forwarding.reached = true
  const opening = openAttempt(parts, candidate, outgoing, prepared)
  exchange.reply.onLeft(() => opening.abort())
  const sent = { candidate, prepared, before: made.before, opening }
  const answered = await answerOf(forwarding, sent)
  const other = withoutResponses(forwarding, sent, answered.result)
  if (other === null) return answered
  const second = await sendWith(forwarding, other, fetched)
  // Where chat is missing as well, the whole address is out of order.
  if (second.result.failure?.lacksCall !== true) parts.forgetResponses(candidate.channel)
  return { ...second, sent: true }
}

const helpersOf = ({ parts, exchange, caller }: Forwarding, memory: MemoryPart): Helpers => ({
  fetch: (url, kind, places) =>
    fetchPart(
      url,
      { kind, places },
      {
        transport: parts.transports.http,
        allowedHosts: exchange.snapshot.settings.FetchAllowedHosts.split(/[\s,]+/),
        memory,
      },
    ),
  keptReasoning: (names) => parts.signatures.find(caller.token.id, names),
})

async function answerOf(forwarding: Forwarding, asked: Sent): Promise<Answered> {
  const { parts } = forwarding
  const { candidate, prepared, opening } = asked
  try {
    const reply = await opening.reply
    if (reply.status >= 200 && reply.status < 300) {
      return {
        status: reply.status,
        sent: true,
        result: await relayUpstream(forwarding, asked, reply),
      }
    }
    const { channel } = candidate
    const body = await readSome(reply.body, 64 * 1024)
    opening.abort()
    const failure = failureOfStatus(reply.status, {
      headers: reply.headers,
      body,
      channel,
      dialect: prepared.dialect,
      models: [forwarding.request.model, candidate.forwarded],
      now: parts.clock.now(),
    })
    return { status: reply.status, sent: true, result: failed(forwarding, failure) }
  } catch (error) {
    opening.abort()
    // A bug of ours: what was delivered until then is settled.
    if (!(error instanceof TransportError)) throw error
    const result = failed(forwarding, failureOfTransport(error))
    return { status: 0, sent: opening.sent, result }
  }
}

const failed = ({ exchange }: Forwarding, failure: AttemptFailure): Relayed =>
  exchange.reply.left || failure.verdict === 'stop'
    ? unwanted(exchange.reply)
    : relayed('failed-before-content', { failure })

function report(forwarding: Forwarding, circuit: Circuit, { kind, failure }: Relayed): void {
  const { health, log, deadKeys } = forwarding.parts
  if (failure === null) {
    if (kind !== 'complete' && kind !== 'quota-ran-out') return health.abandoned(circuit)
    deadKeys.answered(circuit.keyId)
    return health.succeeded(circuit)
  }
  if (isTheSameElsewhere(failure)) return health.abandoned(circuit)
  log.debug({ circuit: circuitText(circuit), failure }, 'an attempt failed')
  if (failure.keyDead) {
    const { caller, request } = forwarding
    deadKeys.suspect({
      circuit,
      userId: caller.owner.id,
      model: request.model,
      class: failure.class,
      status: failure.status,
    })
    // A 402 may be about what this request asks for: until a probe says more it is nobody else's.
    if (failure.status === 402) return health.abandoned(circuit)
  }
  health.failed(circuit, {
    opensAtOnce: failure.class === 'rate-limited' || failure.keyDead,
    retryAfterMs: failure.retryAfterMs,
    reason: failure.class,
  })
}

const circuitText = ({ channelId, keyId, model }: Circuit): string =>
  `${channelId}/${keyId}/${model}`

/** The answer of the last attempt. */
type Last = { readonly candidate: PricedCandidate; readonly result: Relayed }

/** A response that the client is told of must be there when it goes on from it. */
async function keepAnswer({ keeper, request }: Forwarding, result: Relayed | null): Promise<void> {
  if (!request.stream && result !== null && result.bytes !== null) keeper?.whole(result.bytes)
  await keeper?.done()
}

async function outcomeOf(forwarding: Forwarding, last: Last | null): Promise<Outcome> {
  const { exchange, request } = forwarding
  const result = last?.result ?? unwanted(exchange.reply)
  const refusal = refusalFor(result, exchange.snapshot.settings, request.stream)
  if (refusal !== null) refuse(exchange, refusal)
  if (last !== null && result.kind === 'complete') await keepForRepeat(forwarding, last)
  return {
    kind: result.kind,
    candidate: last?.candidate ?? null,
    reported: result.reported,
    heard: result.heard,
    seconds: result.seconds,
    tier: result.tier,
    requestSent: forwarding.attempts.some(({ sent }) => sent),
    anythingDelivered: forwarding.delivered.anything,
    delivered: forwarding.delivered,
    attempts: forwarding.attempts,
    firstContentMs: forwarding.firstContentMs,
    refusal,
    deliver: endedNow(result, request),
    run: forwarding.run,
  }
}
