import type { Selectable } from 'kysely'
import type { Tables } from '../../db/tables.ts'

export type TaskStatus =
  | 'submitted'
  | 'queued'
  | 'running'
  | 'succeeded'
  | 'failed'
  | 'expired'
  | 'cancelled'

export type TaskRow = Selectable<Tables['tasks']>

/** Columns that only the store of tasks reads. */
type PrivateColumn = 'held' | 'poll_at' | 'lease_owner' | 'lease_until' | 'deleted_at'

/** A file of a task, as its row keeps it. */
export type Artefact = {
  /** Its place among the task's files, from 0. */
  readonly name: string
  readonly mediaType: string
  readonly bytes: number
}

/** Work that a supplier does after it has answered. */
export type Task = {
  readonly id: string
  readonly userId: bigint
  readonly tokenId: bigint
  readonly channelId: bigint
  readonly keyId: bigint
  readonly kind: string
  readonly action: string
  readonly model: string
  readonly forwarded: string
  readonly status: TaskStatus
  readonly open: boolean
  readonly progress: number
  readonly parentId: string
  readonly supplierId: string
  readonly request: Readonly<Record<string, unknown>>
  /** `request` is all that was asked for. False: files or pictures that came with it were not kept. */
  readonly isWhole: boolean
  readonly result: Readonly<Record<string, unknown>>
  readonly artefacts: readonly Artefact[]
  readonly failureCode: string
  readonly failure: string
  readonly terms: string
  readonly charged: bigint
  readonly refunded: bigint
  readonly createdAt: number
  readonly acceptedAt: number | null
  readonly startedAt: number | null
  readonly finishedAt: number | null
  readonly polls: number
  readonly deadlineAt: number
  readonly expiresAt: number | null
}

/** The request as its row keeps it. */
export const requestText = (request: Task['request'], isWhole: boolean): string =>
  JSON.stringify(isWhole ? request : { ...request, notKept: true })

function requestIn(text: string): Pick<Task, 'request' | 'isWhole'> {
  const { notKept, ...request } = JSON.parse(text || '{}') as Task['request']
  return { request, isWhole: notKept !== true }
}

const timeOf = (value: bigint | null): number | null => (value === null ? null : Number(value))

export const taskOf = (row: Omit<TaskRow, PrivateColumn>): Task => ({
  id: row.id,
  userId: row.user_id,
  tokenId: row.token_id,
  channelId: row.channel_id,
  keyId: row.channel_key_id,
  kind: row.kind,
  action: row.action,
  model: row.model,
  forwarded: row.forwarded,
  status: row.status as TaskStatus,
  open: row.open === 1n,
  progress: Number(row.progress),
  parentId: row.parent_id,
  supplierId: row.supplier_id,
  ...requestIn(row.request),
  result: JSON.parse(row.result || '{}') as Task['result'],
  artefacts: JSON.parse(row.artefacts || '[]') as Task['artefacts'],
  failureCode: row.failure_code,
  failure: row.failure,
  terms: row.terms,
  charged: row.charged,
  refunded: row.refunded,
  createdAt: Number(row.created_at),
  acceptedAt: timeOf(row.accepted_at),
  startedAt: timeOf(row.started_at),
  finishedAt: timeOf(row.finished_at),
  polls: Number(row.polls),
  deadlineAt: Number(row.deadline_at),
  expiresAt: timeOf(row.expires_at),
})
