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

/** Filters for a list of tasks. `open` means not ended. `failed` includes expired tasks. */
export const taskStates = ['open', 'succeeded', 'failed', 'refunded', 'cancelled'] as const
export type TaskState = (typeof taskStates)[number]

const taskIdPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const TaskId = z.string().regex(taskIdPattern)

const Artefact = z.object({
  name: z.string(),
  media_type: z.string(),
  bytes: z.number().int(),
  /** Signed, and valid for at least an hour. */
  url: z.string(),
})
export type Artefact = z.output<typeof Artefact>

const fields = {
  id: z.string(),
  /** The family's name for a kind of task, such as `midjourney` or `video`. */
  platform: z.string(),
  /** For example `create` or `IMAGINE`. */
  action: z.string(),
  model: z.string(),
  status: z.enum(taskStatuses),
  /**
   * Whether the supplier accepted it, as the family's submit result. 0: not yet, 1: accepted, 21: waiting, 22:
   * duplicate.
   */
  code: z.number().int(),
  /** Percent. */
  progress: z.number().int(),
  user_id: z.number().int(),
  username: z.string(),
  token_name: z.string(),
  /** `null` unless the reader is an administrator, and for deleted channels. */
  channel: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  submit_time: Seconds,
  /** 0 until it starts or ends. */
  start_time: Seconds,
  finish_time: Seconds,
  /** Milliseconds from submission to the end, or until now. */
  duration: z.number().int(),
  prompt: z.string(),
  prompt_en: z.string(),
  /** Empty unless it failed. */
  failure_code: z.string(),
  fail_reason: z.string(),
  /** Amounts held while it runs, charged, and refunded. */
  held: QuotaUnits,
  quota: QuotaUnits,
  refunded: QuotaUnits,
  /** Id of its log entry. Empty until there is one. */
  log_id: z.string(),
  artefacts: z.array(Artefact),
  can_cancel: z.boolean(),
  can_retry: z.boolean(),
}

export const Task = z.object(fields)
export type Task = z.output<typeof Task>

/** Adds the request and the supplier's result. */
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

/** Tasks of one platform. Empty means all platforms. */
export const TaskSumsQuery = z.object({ platform: filterText(32) })

export const TaskSums = z.object({
  open: z.number().int(),
  failed: z.number().int(),
  refunded: z.number().int(),
  refunded_quota: QuotaUnits,
  since: Seconds,
})
export type TaskSums = z.output<typeof TaskSums>

export const TaskIdParams = z.object({ id: TaskId })

export const TaskFileParams = z.object({ id: TaskId, name: z.string().regex(/^\d{1,3}$/) })
export const TaskFileQuery = z.object({
  /** Epoch seconds. */
  until: z.string().regex(/^\d{1,12}$/),
  signature: z.string().max(64),
})
