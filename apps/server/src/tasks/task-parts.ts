import type { Submitter } from '@posthouse/ledger/writer'
import type { TaskStore } from '../domain/tasks/task-store.ts'
import type { Clock } from '../lib/clock.ts'
import type { Snapshot } from '../domain/snapshot/snapshot.ts'
import type { Recorder } from '../domain/usage-log/recorder.ts'
import type { Transports } from '../upstream/transport/transports.ts'
import type { TryParts } from '../upstream/try-candidates.ts'
import type { ArtefactFolder } from './artefact-folder.ts'
import type { SupplierCalls } from './call-supplier.ts'
import type { TaskKind } from './task-kind.ts'

/** The ways in which tasks move money. */
type TaskLedger = Submitter<'hold' | 'settle' | 'void' | 'refund'>

/** Everything that the engine of tasks uses. */
export type TaskParts = Pick<TryParts, 'health' | 'deadKeys'> & {
  readonly tasks: TaskStore
  /** False: a channel of this id is stored nowhere; nodes may know of a new one a moment later. */
  readonly isChannelThere: (id: bigint, keyId: bigint) => Promise<boolean>
  readonly ledger: TaskLedger
  readonly snapshot: () => Snapshot
  readonly transports: Transports
  readonly calls: SupplierCalls
  readonly files: ArtefactFolder
  /** A proof that a link is ours. */
  readonly signLink: (text: string) => string
  readonly kinds: Readonly<Record<string, TaskKind>>
  readonly clock: Clock
  readonly incarnation: string
  readonly recorder: Pick<Recorder, 'attempts'>
  readonly log: TryParts['log'] & {
    warn(fields: object, message: string): void
    error(fields: object, message: string): void
  }
}

export function kindOf({ kinds }: Pick<TaskParts, 'kinds'>, name: string): TaskKind {
  const kind = kinds[name]
  if (kind === undefined) throw new Error(`no kind of task is called ${name}`)
  return kind
}
