import type { SpokenDialect } from '@posthouse/llm/dialect'
import { dialects } from '@posthouse/llm/dialects'
import type { ModelEvent } from '@posthouse/llm/event'
import type { ModelRequest } from '@posthouse/llm/request'
import { supplierOf } from '@posthouse/llm/suppliers/suppliers'
import type { Channel } from '../../../channels/channel.ts'
import { isSameWay, type Way } from '../../../channels/spoken.ts'
import { believe } from '../../../charging/belief.ts'
import { dollarsOf } from '../../wire/dollars.ts'
import type { PricedCandidate } from '../../../pricing/priced-candidate.ts'
import type { Forwarding } from '../forwarding.ts'
import { ThoughtKeeper } from '../signatures/keep-thoughts.ts'
import { chargeOf } from '../../../charging/usage-row.ts'
import { echoOf } from '../../../kept-answers/turn.ts'
import type { AnswerPassage } from './answer.ts'
import type { Compute } from './aside/aside.ts'
import type { Cost } from './cost-frames.ts'
import { embeddingsAnswer, type EmbeddingsWork } from './embeddings-answer.ts'
import { eventAnswer } from './event-answer.ts'
import { OpenAiBytes } from './openai-bytes.ts'
import { ownAnswer } from './own-answer.ts'
import type { Passage, PassageWork } from './passage.ts'
import { Translated } from './translated.ts'
import { Watched } from './watched.ts'

/** Who answers, how it was asked, and what is known of the service tier before the answer says it. */
export type Answering = {
  readonly candidate: PricedCandidate
  readonly way: Way
  readonly tierAsked: string
  readonly tierTold: string | null
}

const workOf = (forwarding: Forwarding, { tierTold, way, candidate }: Answering): PassageWork => ({
  believe: (reported, saidBytes, before) =>
    believe(reported, {
      before,
      request: forwarding.request,
      reservation: forwarding.reservation,
      model: candidate.facts,
      saidBytes: () => forwarding.delivered.bytes + saidBytes(),
    }),
  say: (texts) => {
    if (!forwarding.reservation.isAllHeld()) forwarding.running.say(texts)
  },
  ...(tierTold !== null && { tierTold }),
  ...(mayForget(forwarding.outgoing, way, candidate.channel) && { see: keeperOf(forwarding) }),
  ...seeingFrames(forwarding.keeper),
})

const seeingFrames = (keeper: Forwarding['keeper']): Pick<PassageWork, 'seeFrames'> =>
  keeper === null ? {} : { seeFrames: (frames) => keeper.see(frames) }

/**
 * Whether a client may come back without what its supplier wants back: its dialect has no place for it, or
 * is another than the supplier's, and the client leaves out thoughts that are nothing to it (Gemini CLI).
 */
const mayForget = ({ dialect }: Way, way: Way, { type }: Pick<Channel, 'type'>): boolean =>
  dialect !== way.dialect || supplierOf(type).quirks.includes('thoughts-come-back')

function keeperOf({ parts, caller }: Forwarding): (event: ModelEvent) => void {
  const keeper = new ThoughtKeeper(parts.signatures, caller.token.id)
  return (event) => keeper.see(event)
}

/** How a candidate's whole answer, in the dialect that it speaks, becomes the client's. */
export function answerPassage(forwarding: Forwarding, answering: Answering): AnswerPassage {
  const { outgoing } = forwarding
  const { way } = answering
  const { dialect: spoken } = way
  const { channel } = answering.candidate
  const { bodies } = forwarding.parts
  const work = { ...workOf(forwarding, answering), channel, bodies }
  const isGemini = outgoing.dialect === 'gemini' || spoken === 'gemini'
  if (outgoing.operation === 'embeddings' && isGemini) {
    const { reservation } = forwarding
    const countInput = (): Promise<number> => reservation.countInput()
    return embeddingsAnswer({ ...work, ...embeddingsWay(forwarding, spoken), countInput })
  }
  if (isSameWay(way, outgoing)) {
    return ownAnswer({ ...work, from: way.dialect, operation: outgoing.operation })
  }
  const hearing = { request: requestOf(forwarding), ...hearingOf(forwarding) }
  return eventAnswer({ ...work, from: spoken, way: outgoing, hearing, asked: outgoing.body })
}

/** How a candidate's stream, in the dialect that it speaks, becomes the client's. */
export function streamPassage(forwarding: Forwarding, answering: Answering): Passage {
  const { request, outgoing } = forwarding
  const { way } = answering
  const { dialect: spoken } = way
  const { channel } = answering.candidate
  const { bodies } = forwarding.parts
  const compute: Compute = (name, input, bytes) => bodies.compute(name, input, bytes)
  const work = { ...workOf(forwarding, answering), channel, compute }
  const cost = request.costAsked ? costOf(forwarding, answering) : null
  if (!isSameWay(way, outgoing)) {
    const asked = requestOf(forwarding)
    return new Translated({
      ...work,
      from: spoken,
      way: { operation: outgoing.operation, dialect: outgoing.dialect },
      cost,
      ...hearingOf(forwarding),
      request: { ...asked, usageAsked: asked.usageAsked || request.costAsked },
    })
  }
  return way.dialect === 'openai-chat'
    ? new OpenAiBytes({
        ...work,
        cost,
        usageShown: request.usageAsked || request.costAsked,
      })
    : new Watched(dialects[way.dialect], { ...work, cost })
}

function embeddingsWay(
  { outgoing, request, reservation }: Forwarding,
  spoken: SpokenDialect,
): Pick<EmbeddingsWork, 'from' | 'to'> {
  const from = spoken === 'gemini' ? 'gemini' : 'openai-chat'
  if (spoken === outgoing.dialect) return { from, to: { kind: 'bytes' } }
  if (outgoing.dialect === 'gemini') {
    return { from, to: { kind: 'gemini', single: outgoing.single } }
  }
  const format = request.vectorsPacked ? 'base64' : 'float'
  const { inputTokens: countedInput } = reservation
  return { from, to: { kind: 'openai', model: request.model, format, countedInput } }
}

const hearingOf = ({ parts, request, exchange }: Forwarding) => ({
  ownName: `posthouse-${exchange.incoming.id}`,
  now: Math.floor(parts.clock.now() / 1_000),
  name: request.turn?.responseId ?? null,
})

/** Whoever is translated was read before it was sent. */
function requestOf(forwarding: Forwarding): ModelRequest {
  const { asked } = forwarding
  if (asked?.ok !== true) throw new Error('translated a request that cannot be read')
  const { turn } = forwarding.request
  if (turn === null) return asked.value
  return { ...asked.value, rest: { ...asked.value.rest, ...echoOf(turn) } }
}

const costOf =
  ({ caller, exchange }: Forwarding, { candidate, tierAsked }: Answering): Cost =>
  ({ usage, tier }) => {
    const known = { said: tier ?? null, asked: tierAsked }
    const { charge } = chargeOf(usage, { candidate, payer: caller, tier: known })
    return dollarsOf(charge.quota, exchange.snapshot.settings.QuotaPerUnit)
  }
