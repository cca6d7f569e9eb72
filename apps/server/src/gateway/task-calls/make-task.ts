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
  /** The client's API, for the log. */
  readonly dialect: string
  readonly caller: Caller
  readonly model: string
  readonly request: Fields
  /** Adapts the request to the first candidate. */
  readonly requestAt?: (first: PricedCandidate) => Fields
  readonly files?: readonly SpooledFile[]
  /** Fields for the supplier that are too large to be stored. */
  readonly attached?: Fields
  readonly action: string
  /** The task to continue, at the supplier and with the key that made it. */
  readonly parent: Task | null
  readonly shown: (task: Task) => object
}

/** Starts a task and returns it, or its estimated cost if only that is requested. */
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

/** Starts a task. Records refusals, unless the task has a log row already. */
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

/** Candidates for a model, in order. Refuses 403, 404 and 503. */
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
  // Model names of these APIs cannot have the prefix `sandbox/`, so real suppliers go before the sandbox.
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
