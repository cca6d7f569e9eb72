import { z } from 'zod'
import { listQuery } from './list.ts'
import { filterText, QuerySeconds, QuotaUnits, Seconds } from './scalars.ts'

export const taskStatuses = [
  'submitted',
  'queued',
  'running',
  'succeeded',
  'failed',
  'expired',
  'cancelled',
] as const
export type TaskStatus = (typeof taskStatuses)[number]

/** What a list of tasks can be narrowed to. `open`: not ended. `failed`: expired ones too. */
export const taskStates = ['open', 'succeeded', 'failed', 'refunded', 'cancelled'] as const
export type TaskState = (typeof taskStates)[number]

const taskIdPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const TaskId = z.string().regex(taskIdPattern)

const Artefact = z.object({
  name: z.string(),
  media_type: z.string(),
  bytes: z.number().int(),
  /** Signed, and good for an hour at least. */
  url: z.string(),
})
export type Artefact = z.output<typeof Artefact>

const fields = {
  id: z.string(),
  /** The family's name for a kind of task, such as `midjourney` or `video`. */
  platform: z.string(),
  /** Such as `create` or `IMAGINE`. */
  action: z.string(),
  model: z.string(),
  status: z.enum(taskStatuses),
  /** Whether the supplier took it: the family's submit result. 0: not yet, 1, 21 waiting, 22 duplicate. */
  code: z.number().int(),
  /** Percent. */
  progress: z.number().int(),
  user_id: z.number().int(),
  username: z.string(),
  token_name: z.string(),
  /** Null for those who are no administrators, and where it was deleted for good. */
  channel: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  submit_time: Seconds,
  /** 0: it has not started, or has not ended. */
  start_time: Seconds,
  finish_time: Seconds,
  /** Milliseconds from submission to the end, or until now. */
  duration: z.number().int(),
  prompt: z.string(),
  prompt_en: z.string(),
  /** Empty: it did not fail. */
  failure_code: z.string(),
  fail_reason: z.string(),
  /** Set aside while it runs, charged, and given back. */
  held: QuotaUnits,
  quota: QuotaUnits,
  refunded: QuotaUnits,
  /** Its row of the log; empty: there is none yet. */
  log_id: z.string(),
  artefacts: z.array(Artefact),
  can_cancel: z.boolean(),
  /** The reader may submit the same request again. */
  can_retry: z.boolean(),
}

export const Task = z.object(fields)
export type Task = z.output<typeof Task>

/** With what was asked and what the supplier answered. */
export const TaskDetail = Task.extend({
  request: z.record(z.string(), z.unknown()),
  result: z.record(z.string(), z.unknown()),
})
export type TaskDetail = z.output<typeof TaskDetail>

export const taskSorts = [
  'id',
  'submit_time',
  'finish_time',
  'channel',
  'user',
  'platform',
  'action',
  'code',
  'status',
] as const
export type TaskSort = (typeof taskSorts)[number]

const ownFilters = {
  task_id: filterText(64),
  platform: filterText(32),
  state: z.enum(['', ...taskStates]).default(''),
  start_timestamp: QuerySeconds,
  end_timestamp: QuerySeconds,
}

export const TaskQuery = listQuery(taskSorts, {
  ...ownFilters,
  channel_id: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).catch(0).default(0),
  username: filterText(64),
})
export const OwnTaskQuery = listQuery(taskSorts, ownFilters)

/** Of one platform; empty: of all. */
export const TaskSumsQuery = z.object({ platform: filterText(32) })

/** What is running, and what went wrong in the last 24 hours. */
export const TaskSums = z.object({
  open: z.number().int(),
  failed: z.number().int(),
  refunded: z.number().int(),
  refunded_quota: QuotaUnits,
  /** The last 24 hours begin then. */
  since: Seconds,
})
export type TaskSums = z.output<typeof TaskSums>

export const TaskIdParams = z.object({ id: TaskId })

export const TaskFileParams = z.object({ id: TaskId, name: z.string().regex(/^\d{1,3}$/) })
export const TaskFileQuery = z.object({
  /** Seconds since 1970. */
  until: z.string().regex(/^\d{1,12}$/),
  signature: z.string().max(64),
})
