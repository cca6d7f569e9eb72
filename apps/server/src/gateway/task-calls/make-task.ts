import { sandboxType } from '@posthouse/contract/channel-type-numbers'
import { Refusal } from '@posthouse/contract/refusal'
import type { OperationName } from '@posthouse/llm/operations/operation'
import type { Fields } from '@posthouse/llm/bytes/fields'
import type { SpooledFile } from '../../http/spool.ts'
import type { PricedCandidate } from '../../domain/pricing/priced-candidate.ts'
import type { Task } from '../../domain/tasks/task.ts'
import type { NewTask } from '../../tasks/submit-task.ts'
import { route } from '../3-route.ts'
import { accountsOf, checkCost } from '../4-reserve.ts'
import { recordRefusal } from '../7-record.ts'
import { type Caller, causeOf, type Errand } from '../exchange.ts'
import type { GatewayParts } from '../gateway-parts.ts'
import { refusalFor } from '../relay/last-failure.ts'
import { relayed } from '../relay/relay.ts'
import { costTerms, isEstimate } from '../reply/cost-terms.ts'
import { shownEstimate } from '../reply/shown-estimate.ts'

export type WantedTask = {
  readonly kind: string
  readonly operation: OperationName
  /** The API of the client, for the log. */
  readonly dialect: string
  readonly caller: Caller
  readonly model: string
  readonly request: Fields
  /** The request as the first that may serve it wants it. Absent: as it is. */
  readonly requestAt?: (first: PricedCandidate) => Fields
  /** Files that the client sent. */
  readonly files?: readonly SpooledFile[]
  /** Further fields for the supplier that are too large to be kept. */
  readonly attached?: Fields
  readonly action: string
  /** The task that it continues, at the supplier and with the key that made it; null: none. */
  readonly parent: Task | null
  /** The answer to the client. */
  readonly shown: (task: Task) => object
}

/**
 * Begins a task and answers with it, or with what it would cost where that is asked.
 */
export async function makeTask(
  parts: GatewayParts,
  errand: Errand,
  wanted: WantedTask,
): Promise<object> {
  if (isEstimate(errand.incoming.request.headers)) {
    return shownEstimate(wanted.model, parts.tasks.estimate(newTask(parts, errand, wanted)))
  }
  return wanted.shown(await beginTask(parts, errand, wanted))
}

type ToBegin = Omit<WantedTask, 'shown'>

/** Begins a task. Refusals are recorded, unless the task has a row of the log already. */
export async function beginTask(
  parts: GatewayParts,
  errand: Errand,
  wanted: ToBegin,
): Promise<Task> {
  try {
    return await submit(parts, errand, wanted)
  } catch (error) {
    if (error instanceof Refusal && !isLogged.has(error)) {
      const { caller, model } = wanted
      recordRefusal(parts, errand, { caller, request: { model, stream: false }, refusal: error })
    }
    throw error
  }
}

const isLogged = new WeakSet<Refusal>()

/** Who may serve a model, in order. Refuses 403, 404 and 503. */
export function candidatesFor(
  parts: GatewayParts,
  errand: Errand,
  {
    operation,
    caller,
    model,
    parent,
  }: Omit<WantedTask, 'kind' | 'dialect' | 'request' | 'action' | 'shown'>,
): readonly [PricedCandidate, ...PricedCandidate[]] {
  const surface = { ...errand.surface, operation }
  const routed = { model, hasTools: false, turn: null, sessionSeed: null }
  const plan = route(parts, { ...errand, surface }, caller, routed)
  const candidates = plan.candidates.filter(
    ({ channel, key }) =>
      parent === null || (channel.id === parent.channelId && key.id === parent.keyId),
  )
  // The names of these families have no room for `sandbox/`: a real supplier goes before the sandbox.
  const real = candidates.filter(({ channel }) => channel.type !== sandboxType)
  const [first, ...others] = real.length === 0 ? candidates : real
  if (first === undefined) throw new Refusal('route.none', { model })
  return [first, ...others]
}

function newTask(parts: GatewayParts, errand: Errand, wanted: ToBegin): NewTask {
  const { kind, dialect, caller, model, attached, files, action, parent } = wanted
  const { settings } = errand.snapshot
  const candidates = candidatesFor(parts, errand, wanted)
  const [first] = candidates
  const request = wanted.requestAt?.(first) ?? wanted.request
  const { headers } = errand.incoming.request
  const terms = costTerms(headers, caller.token, settings.QuotaPerUnit)
  const { chargeId: _, ...cause } = causeOf(errand, '')
  return {
    kind,
    action,
    model,
    request,
    ...(attached !== undefined && { attached }),
    ...(files !== undefined && { files }),
    payer: caller,
    beganAt: errand.incoming.receivedAt,
    accounts: accountsOf(caller, parts.clock.now()),
    cause: { ...cause, dialect },
    candidates,
    parent,
    check: (amount) => checkCost(terms, amount, settings.QuotaPerUnit),
  }
}

async function submit(parts: GatewayParts, errand: Errand, wanted: ToBegin): Promise<Task> {
  const submitted = await parts.tasks.submit(newTask(parts, errand, wanted))
  if (submitted.ok) return submitted.task
  const failed = relayed('failed-before-content', { failure: submitted.failure })
  const refusal = refusalFor(failed, errand.snapshot.settings, false)
  if (refusal === null) throw new Error('a failure without a refusal')
  isLogged.add(refusal)
  throw refusal
}
