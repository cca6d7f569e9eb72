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

type TaskLedger = Submitter<'hold' | 'settle' | 'void' | 'refund'>

export type TaskParts = Pick<TryParts, 'health' | 'deadKeys'> & {
  readonly tasks: TaskStore
  /** Whether the channel is in the database. This node's snapshot may not have it yet. */
  readonly isChannelThere: (id: bigint, keyId: bigint) => Promise<boolean>
  readonly ledger: TaskLedger
  readonly snapshot: () => Snapshot
  readonly transports: Transports
  readonly calls: SupplierCalls
  readonly files: ArtefactFolder
  /** Signs a link. */
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
