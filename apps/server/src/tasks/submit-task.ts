import { Refusal } from '@posthouse/contract/refusal'
import type { Hold } from '@posthouse/ledger/command'
import type { Quota } from '@posthouse/ledger/quota'
import type { Fields } from '@posthouse/llm/bytes/fields'
import type { CostRange } from '../charging/cost-range.ts'
import { holdRefused, submitted } from '../charging/hold-running.ts'
import type { Payer } from '../charging/usage-row.ts'
import type { PricedCandidate } from '../domain/pricing/priced-candidate.ts'
import { requestText, type Task } from '../domain/tasks/task.ts'
import type { Settings } from '../domain/settings/setting-table.ts'
import { type AttemptRecord, attemptRows } from '../domain/usage-log/attempt-row.ts'
import type { SpooledFile } from '../http/spool.ts'
import { requestId } from '../lib/ids.ts'
import type { AttemptFailure } from '../upstream/attempt-failure.ts'
import { type AttemptResult, tryCandidates } from '../upstream/try-candidates.ts'
import { submissionMsMax } from './call-supplier.ts'
import { charge, giveUp } from './end-task.ts'
import type { Submission, TaskRequest, TaskKind } from './task-kind.ts'
import { kindOf, type TaskParts } from './task-parts.ts'
import { costOf, isChargedAtEnd, type TaskTerms, termsText, termsWith } from './task-terms.ts'

export type NewTask = {
  readonly kind: string
  readonly action: string
  readonly model: string
  readonly request: Fields
  /** Fields for the supplier that are too large to store, such as pictures. */
  readonly attached?: Fields
  readonly payer: Payer
  /** Accounts to charge. */
  readonly accounts: Hold['accounts']
  readonly cause: TaskTerms['cause']
  readonly beganAt: number
  /** Best first. */
  readonly candidates: readonly PricedCandidate[]
  /** The task it continues, if any. */
  readonly parent: Task | null
  /** Sent to the supplier and not stored. */
  readonly files?: readonly SpooledFile[]
  /** Throws if the amount is too high. */
  readonly check: (amount: Quota) => void
}

export type SubmittedTask =
  | { readonly ok: true; readonly task: Task }
  | { readonly ok: false; readonly failure: AttemptFailure }

/** If a node dies during submission, no acceptance is recorded and the task expires after the last attempt must have ended. */
const acceptanceMs = ({ RetryTimeOut }: Settings): number => RetryTimeOut * 1_000 + submissionMsMax
const openMost = 1_000

/**
 * Holds the money together with the task's row, then calls suppliers. Refuses 402, 429 and 503. A fixed price is charged on acceptance.
 */
export async function submitTask(parts: TaskParts, asked: NewTask): Promise<SubmittedTask> {
  const kind = kindOf(parts, asked.kind)
  const { used, priced, most: amount } = pricedFor(parts, asked)
  const [first] = priced
  await requireRoom(parts, asked, openMost - 1)
  const { payer, cause, beganAt } = asked
  const terms = { payer, cause, beganAt, used, held: amount }
  const id = await begin(parts, asked, {
    amount,
    terms: termsWith(terms, first.candidate),
    first: first.candidate,
  })
  try {
    // Checked again, because concurrent submissions did not see each other's rows.
    await requireRoom(parts, asked, openMost)
    return await offer(parts, asked, {
      id,
      kind,
      candidates: priced.map(({ candidate }) => candidate),
      termsAt: (candidate) => termsWith(terms, candidate),
    })
  } catch (error) {
    await drop(parts, id, { code: 'server', words: '' })
    throw error
  }
}

async function requireRoom({ tasks }: TaskParts, { payer }: NewTask, most: number): Promise<void> {
  if ((await tasks.countOpen(payer.owner.id)) <= most) return
  throw new Refusal('task.too-many', { limit: openMost }, { retryAfterSeconds: 60 })
}

/** Estimates a task without a hold or a call. Refuses 402 and 503. */
export function estimateTask(
  parts: TaskParts,
  asked: Pick<NewTask, 'kind' | 'model' | 'request' | 'payer' | 'beganAt' | 'candidates' | 'check'>,
): CostRange {
  const { priced, most } = pricedFor(parts, asked)
  return { least: priced.reduce((least, { cost }) => (cost < least ? cost : least), most), most }
}

/** Candidates with a price, at least one. Refuses 503 without one, and 402 if it may cost too much. */
function pricedFor(parts: TaskParts, asked: Parameters<typeof estimateTask>[1]) {
  const used = kindOf(parts, asked.kind).meters(asked.request)
  const [first, ...others] = asked.candidates.flatMap((candidate) => {
    const cost = costOf({ ...asked, entry: candidate.entry, used })
    return cost === null ? [] : [{ candidate, cost }]
  })
  if (first === undefined) throw new Refusal('model.unpriced', { model: asked.model })
  const most = others.reduce((most, { cost }) => (cost > most ? cost : most), first.cost)
  asked.check(most)
  return { used, priced: [first, ...others] as const, most }
}

type Beginning = {
  readonly amount: Quota
  readonly terms: TaskTerms
  readonly first: PricedCandidate
}

async function begin(
  { ledger, clock, snapshot }: TaskParts,
  asked: NewTask,
  { amount, terms, first }: Beginning,
): Promise<string> {
  const now = clock.now()
  const id = requestId(now)
  const { settings } = snapshot()
  const due = BigInt(now + acceptanceMs(settings))
  const row = {
    id,
    user_id: asked.payer.owner.id,
    token_id: asked.payer.token.id,
    ...placeOf(first),
    kind: asked.kind,
    action: asked.action,
    model: asked.model,
    status: 'submitted',
    open: 1n,
    parent_id: asked.parent?.id ?? '',
    request: requestText(asked.request, isWhole(asked)),
    terms: termsText(terms),
    held: amount,
    created_at: BigInt(now),
    poll_at: due,
    deadline_at: due,
  }
  const held = await submitted(() =>
    ledger.submit<Hold>({
      kind: 'hold',
      id,
      amount,
      minimum: amount,
      accounts: asked.accounts,
      owner: { task: id },
      rows: [{ table: 'tasks', values: row }],
      at: now,
    }),
  )
  if (held.ok) return id
  throw holdRefused(held, { name: asked.payer.token.name, now, settings })
}

const isWhole = ({ attached = {}, files = [] }: NewTask): boolean =>
  files.length === 0 && Object.keys(attached).length === 0

const placeOf = ({ channel, key, forwarded }: PricedCandidate) => ({
  channel_id: channel.id,
  channel_key_id: key.id,
  forwarded,
})

type Offer = {
  readonly id: string
  readonly kind: TaskKind
  readonly candidates: readonly PricedCandidate[]
  readonly termsAt: (candidate: PricedCandidate) => TaskTerms
}

/** Asks one supplier after another until one accepts. A supplier that may be working on the task is the last one asked. */
async function offer(
  parts: TaskParts,
  asked: NewTask,
  { id, kind, candidates, termsAt }: Offer,
): Promise<SubmittedTask> {
  const attempts: AttemptRecord[] = []
  try {
    const last = await tryCandidates(parts, {
      candidates,
      settings: parts.snapshot().settings,
      startedAt: parts.clock.monotonic(),
      userId: asked.payer.owner.id,
      model: asked.model,
      attempts,
      isStopped: () => false,
      attempt: async (candidate) =>
        resultOf(await kind.submit(parts.calls, candidate, sentTo(parts, id, asked))),
    })
    if (last === null) throw new Error('no supplier was asked')
    const { submission } = last.result
    if (!submission.ok) {
      const { failure } = submission
      await drop(parts, id, { code: 'refused', words: wordsOf(failure) })
      return { ok: false, failure }
    }
    const { candidate } = last
    await accept(parts, { id, kind, candidate, terms: termsAt(candidate) }, submission)
  } finally {
    parts.recorder.attempts(attemptRows(id, attempts))
  }
  const task = await parts.tasks.find(id)
  if (task === null) throw new Error(`the task ${id} is gone`)
  return { ok: true, task }
}

function resultOf(submission: Submission): AttemptResult & { readonly submission: Submission } {
  if (submission.ok) {
    const record = { status: 200, failure: '', message: '', sent: true }
    return { submission, failure: null, served: true, mayRetry: false, record }
  }
  const { failure, mayRun } = submission
  return {
    submission,
    failure,
    served: false,
    mayRetry: !mayRun,
    record: {
      status: failure.status,
      failure: failure.class,
      message: wordsOf(failure),
      sent: mayRun || failure.status !== 0,
    },
  }
}

const sentTo = (
  { signLink, snapshot }: TaskParts,
  id: string,
  { action, request, attached, parent, files = [] }: NewTask,
): TaskRequest => ({
  action,
  request: { ...request, ...attached },
  parent,
  files,
  callback: (path) => {
    const { ServerAddress } = snapshot().settings
    if (ServerAddress === '') return null
    return `${ServerAddress.replace(/\/+$/, '')}${path}/${id}/${signLink(callbackText(id))}`
  },
})

/** The text signed by a callback secret. */
export const callbackText = (id: string): string => `callback ${id}`

export const wordsOf = ({ message }: Pick<AttemptFailure, 'message'>): string =>
  typeof message === 'string' ? message : message.en

async function drop(
  parts: TaskParts,
  id: string,
  { code, words }: { readonly code: string; readonly words: string },
): Promise<void> {
  const task = await parts.tasks.find(id)
  if (task?.open === true) await giveUp(parts, task, { status: 'failed', code, words })
}

type Acceptance = Pick<Offer, 'id' | 'kind'> & {
  readonly candidate: PricedCandidate
  readonly terms: TaskTerms
}

async function accept(
  parts: TaskParts,
  { id, kind, candidate, terms }: Acceptance,
  { supplierId, status, progress }: Extract<Submission, { ok: true }>,
): Promise<void> {
  const task = await parts.tasks.find(id)
  if (task === null) throw new Error(`the task ${id} is gone`)
  const now = parts.clock.now()
  const values = {
    ...placeOf(candidate),
    terms: termsText(terms),
    status,
    supplier_id: supplierId,
    progress: BigInt(progress),
    accepted_at: BigInt(now),
    started_at: status === 'running' ? BigInt(now) : null,
    poll_at: BigInt(now + kind.pauseMs.first),
    deadline_at: BigInt(now + kind.deadlineMs),
  }
  const logged = { ...task, channelId: candidate.channel.id }
  const isAccepted = isChargedAtEnd(terms)
    ? await parts.tasks.change(id, values)
    : await charge(parts, logged, { terms, values, used: terms.used })
  if (!isAccepted) parts.log.warn({ task: id }, 'a task was accepted after it had expired')
}
