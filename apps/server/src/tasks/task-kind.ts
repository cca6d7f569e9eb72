import type { Meters } from '@posthouse/llm/canonical/meter'
import type { Fields } from '@posthouse/llm/bytes/fields'
import type { Task } from '../domain/tasks/task.ts'
import type { SpooledFile } from '../http/spool.ts'
import type { AttemptFailure } from '../upstream/attempt-failure.ts'
import type { Target } from '../upstream/outgoing.ts'
import type { SupplierCalls } from './call-supplier.ts'

/** What a supplier is asked to do. */
export type TaskRequest = {
  readonly action: string
  readonly request: Fields
  /** The task that it continues, which is at the same supplier; null: none. */
  readonly parent: Task | null
  /** Files that the client sent. They are gone when it has been submitted. */
  readonly files: readonly SpooledFile[]
  /**
   * The address at which the supplier may say that the task has changed: its id and a secret behind a path of ours.
   * Null: our own address is not known.
   */
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
      /** It may be working on it all the same: nobody else is asked. */
      readonly mayRun: boolean
    }

/** A file of the result: at the supplier itself, which wants the key, or at an address that the supplier named. */
export type ResultFile = { readonly own: URL } | { readonly address: string }

export type Poll =
  | { readonly is: 'under-way'; readonly status: 'queued' | 'running'; readonly progress: number }
  | {
      readonly is: 'succeeded'
      readonly result: Fields
      readonly files: readonly ResultFile[]
      /** What was used, where only the supplier knows; null: as at submission. */
      readonly meters: Meters | null
    }
  /** For good. The words are masked. */
  | { readonly is: 'failed'; readonly code: string; readonly words: string }
  /** The supplier did not say: it is asked again until the deadline. */
  | { readonly is: 'unclear'; readonly words: string }

/** One kind of task. A new one is a row of `kinds/task-kinds.ts`. */
export type TaskKind = {
  /** From the acceptance on. */
  readonly deadlineMs: number
  /** The pause before the first look, and the longest one. */
  readonly pauseMs: { readonly first: number; readonly most: number }
  /** Of one file. */
  readonly fileBytesMax: number
  readonly mediaTypes: readonly string[]
  /** What it uses, as far as the request says. */
  meters(request: Fields): Meters
  submit(calls: SupplierCalls, target: Target, asked: TaskRequest): Promise<Submission>
  poll(calls: SupplierCalls, target: Target, task: Task): Promise<Poll>
  /** A further question about a task; null: it was not answered. Absent: there are none. */
  inquire?(calls: SupplierCalls, target: Target, task: Task, what: string): Promise<Fields | null>
  /** Absent: no supplier of this kind can stop a task. */
  readonly cancel?: TaskCancel
}

export type TaskCancel = {
  /** Whether the supplier of this channel can stop a task. */
  isPossible(target: Target): boolean
  /**
   * Stops a task. `refund`: the supplier charges nothing for it. Null: the supplier did not confirm that it stopped.
   */
  run(
    calls: SupplierCalls,
    target: Target,
    task: Task,
  ): Promise<{ readonly refund: boolean } | null>
}
