import type { SpokenDialect } from '@posthouse/llm/canonical/dialect'
import { dialects, spokenBySuppliers } from '@posthouse/llm/dialects'
import type { ModelEvent } from '@posthouse/llm/canonical/event'
import { operations } from '@posthouse/llm/operations'
import type { ModelRequest } from '@posthouse/llm/canonical/request'
import { supplierBehind } from '../../domain/channels/channel-supplier.ts'
import { isSameRoute, type DialectRoute } from '../../domain/channels/dialect-choice.ts'
import { limitUsage, type UsageLimitFacts } from '../../charging/usage-limits.ts'
import { forwardedModel, forwardedInput } from '../../codec/request/forwarded-input.ts'
import { dollarsOf } from '../reply/dollars.ts'
import type { PricedCandidate } from '../../domain/pricing/priced-candidate.ts'
import type { Forwarding } from './forwarding.ts'
import { ReasoningKeeper } from '../../codec/reasoning/keep-reasoning.ts'
import type { TurnDigest } from '../../codec/reasoning/conversation-digests.ts'
import type { PieceWay } from '../../codec/answer/pieces.ts'
import { chargeOf } from '../../charging/usage-row.ts'
import { echoOf } from '../../domain/kept-answers/turn.ts'
import type { AnswerPassage, PricedPassage } from '../../codec/answer/answer.ts'
import { bodyWithCost } from '../../codec/answer/body-usage.ts'
import type { Compute } from '../../codec/answer/frame-jobs/frame-jobs.ts'
import type { Cost } from '../../codec/answer/cost-frames.ts'
import { eventAnswer } from '../../codec/answer/event-answer.ts'
import { ScannedBytes } from '../../codec/answer/scan/scanned-bytes.ts'
import { sameDialectAnswer } from '../../codec/answer/same-dialect-answer.ts'
import type { Passage, PassageWork } from '../../codec/answer/passage.ts'
import { pieceAnswer } from '../../codec/answer/piece-answer.ts'
import type { Flow } from '../../codec/answer/flows/flow.ts'
import { PictureFlow } from '../../codec/answer/flows/picture-flow.ts'
import { TranscriptFlow } from '../../codec/answer/flows/transcript-flow.ts'
import { SpeechFlow } from '../../codec/answer/flows/speech-flow.ts'
import { Translation } from '../../codec/answer/translation.ts'
import { FrameWatch } from '../../codec/answer/frame-watch.ts'

/** The supplier, the request sent to it, and the service tier as far as known. */
export type Answering = {
  readonly candidate: PricedCandidate
  readonly way: DialectRoute
  readonly sentBytes: number
  readonly tierAsked: string
  readonly tierTold: string | null
  /** Digest of the conversation so far, if its reasoning is stored. */
  readonly before: TurnDigest | null
}

function workOf(forwarding: Forwarding, answering: Answering): PassageWork {
  const { tierTold, candidate, before: saidBefore } = answering
  const request = sentRequest(forwarding, answering)
  const model = forwardedModel(candidate, forwarding.outgoing.clientHeaders)
  return {
    believe: (reported, saidBytes, before) =>
      limitUsage(reported, {
        before,
        request,
        hold: forwarding.hold,
        model,
        saidBytes: () => forwarding.delivered.bytes + saidBytes(),
      }),
    say: (texts) => {
      if (!forwarding.hold.isAllHeld()) forwarding.running.say(texts)
    },
    ...(tierTold !== null && { tierTold }),
    ...(saidBefore !== null && { see: keeperOf(forwarding, saidBefore) }),
    ...seeingFrames(forwarding.keeper),
  }
}

const sentRequest = (
  { request }: Forwarding,
  { candidate, sentBytes }: Answering,
): UsageLimitFacts['request'] => ({
  ...request,
  ...forwardedInput(request, candidate),
  body: { length: Math.max(request.body.length, sentBytes) },
  inputAsReported: candidate.channel.plugin['input_usage'] === 'as_reported',
})

const seeingFrames = (keeper: Forwarding['keeper']): Pick<PassageWork, 'seeFrames'> =>
  keeper === null ? {} : { seeFrames: (frames) => keeper.see(frames) }

function keeperOf({ parts, caller }: Forwarding, before: TurnDigest): (event: ModelEvent) => void {
  const keeper = new ReasoningKeeper(parts.signatures, { tokenId: caller.token.id, before })
  return (event) => keeper.see(event)
}

/** Translates a candidate's whole answer to the client's dialect. */
export const answerPassage = (forwarding: Forwarding, answering: Answering): PricedPassage => ({
  ...wayOfAnswer(forwarding, answering),
  withCost: (body, cost) =>
    bodyWithCost(forwarding.parts.bodies, { body, dialect: forwarding.outgoing.dialect, cost }),
})

function wayOfAnswer(forwarding: Forwarding, answering: Answering): AnswerPassage {
  const { outgoing } = forwarding
  const { way } = answering
  const { dialect: spoken } = way
  const { channel } = answering.candidate
  const { bodies } = forwarding.parts
  const work = { ...workOf(forwarding, answering), channel, bodies }
  if (operations[outgoing.operation].relayed === 'piece') {
    return pieceAnswer({ ...work, way: pieceWay(forwarding, spoken) })
  }
  if (isSameRoute(way, outgoing)) return sameDialectAnswer({ ...work, from: way.dialect })
  const hearing = { request: requestOf(forwarding), ...hearingOf(forwarding) }
  return eventAnswer({ ...work, from: spoken, way: outgoing, hearing, asked: outgoing.body })
}

/** Translates a candidate's stream to the client's dialect. */
export function streamPassage(forwarding: Forwarding, answering: Answering): Passage {
  const { request, outgoing } = forwarding
  const { way } = answering
  const { dialect: spoken } = way
  const { channel } = answering.candidate
  const { bodies } = forwarding.parts
  const compute: Compute = (name, input, bytes) => bodies.compute(name, input, bytes)
  const work = { ...workOf(forwarding, answering), channel, compute }
  const cost = request.costAsked ? costOf(forwarding, answering) : null
  if (!isSameRoute(way, outgoing)) {
    const asked = requestOf(forwarding)
    return new Translation({
      ...work,
      from: spoken,
      way: { operation: outgoing.operation, dialect: outgoing.dialect },
      cost,
      ...hearingOf(forwarding),
      request: { ...asked, usageAsked: asked.usageAsked || request.costAsked },
    })
  }
  const dialect = dialects[way.dialect]
  if (dialect.asClient.scan === null) return new FrameWatch(dialect, { ...work, cost })
  const usageShown = request.usageAsked || request.costAsked
  return new ScannedBytes(dialect, { ...work, cost, usageShown })
}

/** Relays sound, pictures or transcripts as they arrive; null for other answers. */
export function flowOf(forwarding: Forwarding, answering: Answering, type: string): Flow | null {
  const { relayed } = operations[forwarding.outgoing.operation]
  if (relayed === 'speech') return speechFlow(forwarding, answering, type)
  if (relayed === 'piece' && forwarding.request.form.events) {
    return pictureFlow(forwarding, answering, type)
  }
  if (relayed !== 'transcript') return null
  const { candidate, way } = answering
  const { transcribe: asClient } = spokenBySuppliers[way.dialect].asClient
  if (asClient === undefined) throw new Error('nobody hears')
  return new TranscriptFlow({
    ...workOf(forwarding, answering),
    channel: candidate.channel,
    asClient,
    isSame: isSameRoute(way, forwarding.outgoing),
    type,
    asked: forwarding.request.form,
    cutter: supplierBehind(candidate.channel).framing(way.dialect).cutter(),
  })
}

const pictureFlow = (forwarding: Forwarding, answering: Answering, type: string): PictureFlow =>
  new PictureFlow({
    ...workOf(forwarding, answering),
    channel: answering.candidate.channel,
    way: pieceWay(forwarding, answering.way.dialect),
    type,
    cutter: supplierBehind(answering.candidate.channel).framing(answering.way.dialect).cutter(),
  })

function speechFlow(forwarding: Forwarding, answering: Answering, type: string): SpeechFlow {
  const { candidate, way } = answering
  const { speech: asClient } = spokenBySuppliers[way.dialect].asClient
  const { speech: asServer } = dialects[forwarding.outgoing.dialect].asServer
  if (asClient === undefined || asServer === undefined) throw new Error('nobody speaks')
  return new SpeechFlow({
    ...workOf(forwarding, answering),
    channel: candidate.channel,
    asClient,
    asServer,
    type,
    asked: forwarding.request.form,
    cutter: supplierBehind(candidate.channel).framing(way.dialect).cutter(),
  })
}

const pieceWay = (
  { outgoing: { operation, dialect, single }, request, exchange: { surface } }: Forwarding,
  from: SpokenDialect,
): PieceWay => ({
  operation,
  from,
  to: dialect,
  asked: { model: request.model, single, packed: request.vectorsPacked, shape: surface.shape },
})

const hearingOf = ({ parts, request, exchange }: Forwarding) => ({
  ownName: `posthouse-${exchange.incoming.id}`,
  now: Math.floor(parts.clock.now() / 1_000),
  name: request.turn?.responseId ?? null,
})

/** A request that was translated has been read before it was sent. */
function requestOf(forwarding: Forwarding): ModelRequest {
  const { asked } = forwarding
  if (asked?.ok !== true) throw new Error('translated a request that cannot be read')
  const { turn } = forwarding.request
  if (turn === null) return asked.value
  return { ...asked.value, rest: { ...asked.value.rest, ...echoOf(turn) } }
}

const costOf =
  ({ caller, exchange, request }: Forwarding, { candidate, tierAsked }: Answering): Cost =>
  ({ usage, tier }) => {
    const known = { said: tier ?? null, asked: tierAsked }
    const { charge } = chargeOf(usage, {
      candidate,
      payer: caller,
      tier: known,
      beganAt: exchange.incoming.receivedAt,
      request,
    })
    return dollarsOf(charge.quota, exchange.snapshot.settings.QuotaPerUnit)
  }
