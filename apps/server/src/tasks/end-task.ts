import type { Settle } from '@posthouse/ledger/command'
import type { Meters } from '@posthouse/llm/canonical/meter'
import type { Fields } from '@posthouse/llm/bytes/fields'
import { refundCommand, settleCommand, voidCommand } from '../charging/end-hold.ts'
import type { Artefact, Task } from '../domain/tasks/task.ts'
import type { TaskChange } from '../domain/tasks/task-store.ts'
import { refundRow } from '../domain/usage-log/refund-row.ts'
import { cut } from '../lib/cut.ts'
import type { TaskParts } from './task-parts.ts'
import {
  isChargedAtEnd,
  loggedTask,
  type LoggedTask,
  termsOf,
  type TaskTerms,
} from './task-terms.ts'

const wordsMost = 1_000
const dayMs = 86_400_000
const resultCharactersMax = 256 * 1024

export type Success = {
  readonly result: Fields
  readonly artefacts: readonly Artefact[]
  /** Null if as at submission. */
  readonly meters: Meters | null
}

/** Ends a task with a result. Prices that depend on the result are charged now. */
export async function succeed(parts: TaskParts, task: Task, success: Success): Promise<void> {
  const terms = termsOf(task)
  const now = parts.clock.now()
  const keepMs = parts.snapshot().settings.TaskFileDays * dayMs
  const result = JSON.stringify(success.result)
  const values: TaskChange = {
    ...ended('succeeded', now),
    progress: 100n,
    result: result.length > resultCharactersMax ? '{}' : result,
    artefacts: JSON.stringify(success.artefacts),
    expires_at: success.artefacts.length === 0 ? null : BigInt(now + keepMs),
  }
  const isCharged = isChargedAtEnd(terms)
    ? await charge(parts, task, { terms, values, used: success.meters ?? terms.used })
    : false
  // It may have been cancelled meanwhile.
  if (!isCharged) await parts.tasks.change(task.id, values)
}

type ToCharge = { readonly terms: TaskTerms; readonly values: TaskChange; readonly used: Meters }

/** Charges a task once, together with the change of its row. False if it was already charged or voided. */
export async function charge(
  parts: Pick<TaskParts, 'ledger' | 'clock' | 'incarnation' | 'log'>,
  task: LoggedTask,
  { terms, values, used }: ToCharge,
): Promise<boolean> {
  const now = parts.clock.now()
  const { row, amount } = loggedTask(task, { terms, now, code: '', words: '', used })
  const settled = await parts.ledger.submit<Settle>({
    ...settleCommand({
      hold: task.id,
      row,
      node: parts.incarnation,
      at: now,
      amount,
      userId: terms.payer.owner.id,
      bookRevision: terms.cause.bookRevision,
    }),
    rows: [{ table: 'tasks', key: { id: task.id }, values: { ...values, charged: amount } }],
  })
  if (settled.ok && (settled.owed > 0n || settled.writtenOff > 0n)) {
    parts.log.warn({ task: task.id, ...settled }, 'a charge of a task is owed or was written off')
  }
  return settled.ok
}

export type TaskFailure = {
  readonly status: 'failed' | 'expired' | 'cancelled'
  readonly code: string
  readonly words: string
}

/**
 * Ends a task without a result: voids the hold, or refunds the charge in full, once. The ledger decides which of the two, whatever the row
 * said when it was read.
 */
export async function giveUp(
  parts: TaskParts,
  task: Task,
  { status, code, words }: TaskFailure,
): Promise<void> {
  const now = parts.clock.now()
  const told = cut(words, wordsMost)
  const values: TaskChange = { ...ended(status, now), failure_code: code, failure: told }
  const { row } = loggedTask(task, { terms: termsOf(task), now, code, words: told, used: null })
  const given = await parts.ledger.submit({
    ...voidCommand({ hold: task.id, row, node: parts.incarnation, at: now, reason: code }),
    rows: [{ table: 'tasks', key: { id: task.id }, values }],
  })
  if (given.ok) return
  if (given.reason !== 'already-settled') return void (await parts.tasks.change(task.id, values))
  await refund(parts, task.id, { values, words: told === '' ? code : told })
}

type ToRefund = { readonly values: TaskChange; readonly words: string }

async function refund(parts: TaskParts, id: string, { values, words }: ToRefund): Promise<void> {
  // Read again for its charge. Log entries may be deleted at any time, so the log is not used.
  const task = await parts.tasks.find(id)
  if (task === null) throw new Error(`the task ${id} is gone`)
  const terms = termsOf(task)
  const at = parts.clock.now()
  const charged = loggedTask(task, { terms, now: at, code: '', words: '', used: terms.used })
  const row = refundRow(charged.row, { content: words, at, supplierCharged: false })
  const paid: TaskChange = { ...values, refunded: task.charged }
  const refunded = await parts.ledger.submit({
    ...refundCommand({
      hold: id,
      row,
      node: parts.incarnation,
      at,
      actor: 'system',
      remark: words,
    }),
    // A task that has ended meanwhile keeps its charge.
    rows: [{ table: 'tasks', key: { id, open: 1n }, values: paid }],
  })
  // It may have been refunded by an administrator already, or cost nothing.
  if (!refunded.ok) {
    const isPaid = refunded.reason === 'already-done'
    await parts.tasks.change(id, isPaid ? paid : values)
  }
}

const ended = (status: Task['status'], now: number) => ({
  status,
  open: 0n,
  finished_at: BigInt(now),
  lease_owner: '',
  lease_until: 0n,
})
