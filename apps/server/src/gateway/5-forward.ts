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
import { type AttemptResult, tryCandidates } from '../upstream/try-candidates.ts'
import { fromCache, keepForRepeat } from './relay/cached-answer.ts'
import { afterBug } from './relay/after-bug.ts'
import { fallBackToChat, lacksResponses } from './relay/fall-back-to-chat.ts'
import { relayUpstream, type SentAttempt } from './relay/relay-upstream.ts'
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
 * Asks the candidates in turn until one answers. Once content was delivered, no other is asked. The refusals of this step (429,
 * 502, 503, 504) are part of the outcome, because what was spent must still be settled.
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
    // Followers get the end of the run, and the hold is released at once.
    await run?.end(null)
    throw bug
  }
}

async function askInTurn(forwarding: Forwarding): Promise<Outcome> {
  const { parts, exchange, plan, caller, request, attempts } = forwarding
  const { reply, snapshot, startedAt } = exchange
  const last = await tryCandidates(parts, {
    candidates: plan.candidates,
    settings: snapshot.settings,
    startedAt,
    userId: caller.owner.id,
    model: request.model,
    attempts,
    isStopped: () => reply.left || reply.stopped !== null,
    attempt: (candidate) => attempt(forwarding, candidate),
  })
  const answered = last && { candidate: last.candidate, result: last.result.relayed }
  forwarding.keepAlive.stop()
  await keepAnswer(forwarding, answered?.result ?? null)
  return outcomeOf(forwarding, answered)
}

async function attempt(
  forwarding: Forwarding,
  candidate: PricedCandidate,
): Promise<AttemptResult & { readonly relayed: Relayed }> {
  forwarding.candidate = candidate
  const { status, sent, result } = await send(forwarding, candidate)
  const { kind, failure } = result
  return {
    relayed: result,
    failure,
    served: kind === 'complete' || kind === 'quota-ran-out',
    mayRetry: kind === 'failed-before-content',
    record: {
      status: failure?.status ?? status,
      failure: failure?.class ?? (kind === 'complete' ? '' : kind),
      message: messageOf(result),
      sent,
    },
  }
}

type SendResult = { readonly status: number; readonly sent: boolean; readonly result: Relayed }

const unsent = (result: Relayed): SendResult => ({ status: 0, sent: false, result })

async function send(forwarding: Forwarding, candidate: PricedCandidate): Promise<SendResult> {
  // Files fetched for one candidate are released before the next one is asked.
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
): Promise<SendResult> {
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
  const other = fallBackToChat(forwarding, sent, answered.result)
  if (other === null) {
    // This call depends on Responses. The next one need not, if only we had stored its state.
    const isFound = candidate.channel.hasResponses === true
    if (isFound && lacksResponses(prepared, answered.result.failure)) {
      parts.forgetResponses(candidate.channel)
    }
    return answered
  }
  const second = await sendWith(forwarding, other, fetched)
  // If chat completions are missing too, the address itself is broken.
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

async function answerOf(forwarding: Forwarding, asked: SentAttempt): Promise<SendResult> {
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
    // Any other error is a bug of ours; delivered output is settled.
    if (!(error instanceof TransportError)) throw error
    const result = failed(forwarding, failureOfTransport(error))
    return { status: 0, sent: opening.sent, result }
  }
}

const failed = ({ exchange }: Forwarding, failure: AttemptFailure): Relayed =>
  exchange.reply.left || failure.verdict === 'stop'
    ? unwanted(exchange.reply)
    : relayed('failed-before-content', { failure })

type Last = { readonly candidate: PricedCandidate; readonly result: Relayed }

/** The response must be stored before the client learns its id and can continue it. */
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
