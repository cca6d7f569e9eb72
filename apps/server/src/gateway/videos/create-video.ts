import { Refusal } from '@posthouse/contract/refusal'
import type { Fields } from '@posthouse/llm/parts/fields'
import type { SpooledFile } from '../../http/spool.ts'
import { removeUpload } from '../../http/read-upload.ts'
import { videoSupplierOf } from '../../tasks/kinds/videos/video-suppliers.ts'
import type { PricedCandidate } from '../../domain/pricing/priced-candidate.ts'
import type { Task } from '../../domain/tasks/task.ts'
import { route } from '../3-route.ts'
import { accountsOf, checkCost } from '../4-reserve.ts'
import { recordRefusal } from '../7-record.ts'
import type { Caller, Exchange } from '../exchange.ts'
import type { GatewayParts } from '../gateway-parts.ts'
import { refusalFor } from '../relay/last-failure.ts'
import { relayed } from '../relay/relay.ts'
import { causeOf } from '../wire/cause-of.ts'
import { costTerms } from '../wire/cost-terms.ts'
import { ownVideo } from './own-videos.ts'
import { promptIn, readVideo, videoIn } from './read-video.ts'
import type { AskedVideo } from './asked-video.ts'
import { videoOf } from './video-shape.ts'

/** `POST /v1/videos` */
export async function createVideo(
  parts: GatewayParts,
  exchange: Exchange,
  { caller }: AskedVideo,
): Promise<object> {
  const { fields, files } = await readVideo(exchange, parts.spool)
  try {
    const { model, ...request } = videoIn(fields)
    const wanted = { caller, model, request, files, action: 'create', parent: null }
    return await make(parts, exchange, { ...wanted, only: () => true })
  } finally {
    await removeUpload(files, parts.spool)
  }
}

/** `POST /v1/videos/{id}/remix`: at the supplier that has the video, with the key that made it. */
export async function remixVideo(
  parts: GatewayParts,
  exchange: Exchange,
  { caller, id }: AskedVideo,
): Promise<object> {
  const parent = await ownVideo(parts, { caller, id })
  if (parent.status !== 'succeeded') throw new Refusal('task.not-finished', {})
  const { fields, files: ignored } = await readVideo(exchange, parts.spool)
  await removeUpload(ignored, parts.spool)
  const prompt = promptIn(fields)
  const { model, channelId, keyId } = parent
  const request = { ...parent.request, prompt }
  return await make(parts, exchange, {
    caller,
    model,
    request,
    files: [],
    action: 'remix',
    parent,
    only: ({ channel, key }) => channel.id === channelId && key.id === keyId,
  })
}

type Wanted = {
  readonly caller: Caller
  readonly model: string
  /** Its `seconds` and `size` may be null: as the supplier usually does. */
  readonly request: Fields
  readonly files: readonly SpooledFile[]
  readonly action: string
  readonly parent: Task | null
  /** Who may do it. */
  readonly only: (candidate: PricedCandidate) => boolean
}

async function make(parts: GatewayParts, exchange: Exchange, wanted: Wanted): Promise<object> {
  try {
    return videoOf(await submit(parts, exchange, wanted))
  } catch (error) {
    if (error instanceof Refusal && !isLogged.has(error)) {
      const { caller, model } = wanted
      recordRefusal(parts, exchange, { caller, request: { model, stream: false }, refusal: error })
    }
    throw error
  }
}

/** Refusals of a task that has a row of the log already. */
const isLogged = new WeakSet<Refusal>()

async function submit(parts: GatewayParts, exchange: Exchange, wanted: Wanted): Promise<Task> {
  const { caller, model, action, parent, files, only } = wanted
  const { settings } = exchange.snapshot
  const surface = { ...exchange.surface, operation: 'video' } as const
  const routed = { model, hasTools: false, turn: null, sessionSeed: null }
  const plan = route(parts, { ...exchange, surface }, caller, routed)
  const candidates = plan.candidates.filter(only)
  const [first] = candidates
  if (first === undefined) throw new Refusal('route.none', { model })
  // Said to every supplier: the price is of what was asked for.
  const { seconds, size } = videoSupplierOf(first.channel.type).usual
  const { request: given } = wanted
  const request = { ...given, seconds: given['seconds'] ?? seconds, size: given['size'] ?? size }
  const { headers } = exchange.incoming.request
  const terms = costTerms(headers, caller.token, settings.QuotaPerUnit)
  const { chargeId: _, ...cause } = causeOf(exchange, '')
  const submitted = await parts.tasks.submit({
    kind: 'video',
    action,
    model,
    request,
    payer: caller,
    accounts: accountsOf(caller, parts.clock.now()),
    cause: { ...cause, dialect: 'openai-videos' },
    candidates,
    parent,
    files,
    check: (amount) => checkCost(terms, amount, settings.QuotaPerUnit),
  })
  if (submitted.ok) return submitted.task
  const failed = relayed('failed-before-content', { failure: submitted.failure })
  const refusal = refusalFor(failed, settings, false)
  if (refusal === null) throw new Error('a failure without a refusal')
  isLogged.add(refusal)
  throw refusal
}
