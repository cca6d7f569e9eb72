import type { ModelOperation } from '@posthouse/contract/model-facts'
import { Refusal } from '@posthouse/contract/refusal'
import { clientSurfaces } from '@posthouse/llm/surfaces/client-surfaces'
import { decide, type Plan, routingTable } from '../domain/channels/decide.ts'
import { seedOf } from '../domain/channels/seed-of.ts'
import { entryFor } from '../domain/pricing/entry-for.ts'
import { supportsOperation } from '../domain/models/capabilities.ts'
import type { Caller, Errand, Exchange, Request } from './exchange.ts'
import { supplierPrice } from '../domain/pricing/supplier-price.ts'
import type { PricedPlan } from '../domain/pricing/priced-candidate.ts'
import type { GatewayParts } from './gateway-parts.ts'
import type { ResponseTurn } from '../domain/kept-answers/turn.ts'

type RoutedRequest = Pick<Request, 'model' | 'hasTools' | 'turn' | 'sessionSeed'>

type RoutingErrand = Pick<Errand, 'incoming' | 'snapshot'> & {
  readonly surface: Pick<Errand['surface'], 'operation'>
}

/** Priced candidates in order. Refuses 400, 403, 404, 503. */
export function route(
  parts: Pick<GatewayParts, 'health'>,
  exchange: RoutingErrand,
  caller: Caller,
  request: RoutedRequest,
): PricedPlan {
  const { snapshot } = exchange
  const { model } = request
  const bound = request.turn?.bound ?? null
  const plan = planFor(parts, exchange, caller, request)
  if (!plan.allowed) throw new Refusal('model.not-allowed', { model })
  const inside = { rejected: plan.rejected }
  if (plan.candidates.length === 0) throw nobodyFor(plan, { caller, model, bound, snapshot })
  const candidates = plan.candidates.flatMap((candidate) => {
    const entry = entryFor(snapshot, candidate.priced)
    if (entry === null) return []
    const facts = snapshot.models.factsOf(candidate.forwarded)
    return [{ ...candidate, entry, facts, supplier: supplierPrice(candidate) }]
  })
  if (candidates.length === 0) throw new Refusal('model.unpriced', { model }, { inside })
  return { ...plan, candidates }
}

/** Candidates in order, priced or not. */
export function planFor(
  { health }: Pick<GatewayParts, 'health'>,
  { incoming, surface, snapshot }: RoutingErrand,
  { group, token, pin }: Caller,
  { model, hasTools, turn, sessionSeed }: RoutedRequest,
): Plan {
  return decide(
    {
      model,
      group: group.symbol,
      modelsAllowed: token.limits.models,
      hasTools,
      operation: surface.operation,
      does: (forwarded) => supportsOperation(snapshot.models.factsOf(forwarded), surface.operation),
      pin,
      bound: turn?.bound?.place ?? null,
    },
    routingTable(snapshot.channels),
    { health, seed: sessionSeed ?? seedOf(incoming.id) },
  )
}

type Bound = ResponseTurn['bound']

function nobodyFor(
  { rejected, known }: Plan,
  {
    caller,
    model,
    bound,
    snapshot,
  }: { caller: Caller; model: string; bound: Bound; snapshot: Exchange['snapshot'] },
): Refusal {
  const inside = { rejected }
  if (bound !== null) return new Refusal('response.elsewhere', { id: bound.id, model }, { inside })
  if (caller.pin?.kind === 'only') {
    return new Refusal('route.pin', { channel: String(caller.pin.channelId) }, { inside })
  }
  if (!known) return new Refusal('model.unknown', { model }, { inside })
  const isOther = rejected.some(({ reason }) => reason === 'model-operation')
  if (!isOther) return new Refusal('route.none', { model }, { inside })
  const { operation } = snapshot.models.factsOf(model)
  const address = operation === null ? undefined : addresses[operation]
  return address === undefined
    ? new Refusal('model.operation', { model }, { inside })
    : new Refusal('model.operation-at', { model, address }, { inside })
}

/** Endpoint to suggest for models of each kind, in OpenAI's dialect. */
const addresses: Readonly<Partial<Record<ModelOperation, string>>> = {
  chat: clientSurfaces.openAiChat.paths[0],
  embed: clientSurfaces.openAiEmbeddings.paths[0],
  image: clientSurfaces.openAiImages.paths[0],
  moderate: clientSurfaces.openAiModerations.paths[0],
  rerank: clientSurfaces.rerank.paths[0],
  speech: clientSurfaces.openAiSpeech.paths[0],
  video: '/v1/videos',
  draw: '/mj/submit/imagine',
  music: '/suno/submit/music',
  transcribe: clientSurfaces.openAiTranscriptions.paths[0],
}
