import type { Meters } from '@posthouse/llm/canonical/meter'
import type { Fields } from '@posthouse/llm/bytes/fields'
import type { Task } from '../domain/tasks/task.ts'
import type { SpooledFile } from '../http/spool.ts'
import type { AttemptFailure } from '../upstream/attempt-failure.ts'
import type { Target } from '../upstream/outgoing.ts'
import type { SupplierCalls } from './call-supplier.ts'

export type TaskRequest = {
  readonly action: string
  readonly request: Fields
  /** The task it continues, at the same supplier. */
  readonly parent: Task | null
  /** Uploaded files, available during submission only. */
  readonly files: readonly SpooledFile[]
  /** Callback URL for the supplier, with the task id and a secret. Null if our own address is unknown. */
  readonly callback: (path: string) => string | null
}

export type Submission =
  | {
      readonly ok: true
      readonly supplierId: string
      readonly status: 'queued' | 'running'
      readonly progress: number
    }
  | {
      readonly ok: false
      readonly failure: AttemptFailure
      /** The supplier may be working on it, so no other is asked. */
      readonly mayRun: boolean
    }

/** A result file at the supplier itself, which requires the key, or at another address. */
export type ResultFile = { readonly own: URL } | { readonly address: string }

export type Poll =
  | { readonly is: 'under-way'; readonly status: 'queued' | 'running'; readonly progress: number }
  | {
      readonly is: 'succeeded'
      readonly result: Fields
      readonly files: readonly ResultFile[]
      /** Usage that only the supplier knows; null if as at submission. */
      readonly meters: Meters | null
    }
  /** Final. `words` are masked. */
  | { readonly is: 'failed'; readonly code: string; readonly words: string }
  /** Unknown; polled again until the deadline. */
  | { readonly is: 'unclear'; readonly words: string }

/** One kind of task, registered in `kinds/task-kinds.ts`. */
export type TaskKind = {
  /** Counted from acceptance. */
  readonly deadlineMs: number
  /** Delay before the first poll, and the longest one. */
  readonly pauseMs: { readonly first: number; readonly most: number }
  /** Limit of one file. */
  readonly fileBytesMax: number
  readonly mediaTypes: readonly string[]
  /** Usage known from the request. */
  meters(request: Fields): Meters
  submit(calls: SupplierCalls, target: Target, asked: TaskRequest): Promise<Submission>
  poll(calls: SupplierCalls, target: Target, task: Task): Promise<Poll>
  /** Answers a further question about a task; null without an answer. */
  inquire?(calls: SupplierCalls, target: Target, task: Task, what: string): Promise<Fields | null>
  /** Absent if no supplier of this kind can stop a task. */
  readonly cancel?: TaskCancel
}

export type TaskCancel = {
  /** Whether this channel's supplier can stop a task. */
  isPossible(target: Target): boolean
  /** Stops a task. `refund` if the supplier does not charge for it. Null if the supplier did not confirm. */
  run(
    calls: SupplierCalls,
    target: Target,
    task: Task,
  ): Promise<{ readonly refund: boolean } | null>
}
