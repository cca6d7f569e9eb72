import { join } from 'node:path'
import type { Stores, StoresContext } from './open-stores.ts'
import type { Gateway } from './gateway/gateway.ts'
import type { CurrentSnapshot } from './domain/snapshot/current-snapshot.ts'
import { createArtefactFolder } from './tasks/artefact-folder.ts'
import { supplierCalls } from './tasks/call-supplier.ts'
import { createTasks, type Tasks } from './tasks/create-tasks.ts'
import type { TaskParts } from './tasks/task-parts.ts'
import { taskFiles, workFiles } from './tasks/shared-folders.ts'
import { taskKinds } from './tasks/kinds/task-kinds.ts'
import { createInnerDoor } from './tasks/works/inner-door.ts'
import { createWorkFolder } from './tasks/works/work-folder.ts'
import { createWorks, type Works } from './tasks/works/create-works.ts'
import type { Transports } from './upstream/transport/transports.ts'

/** What is made over the gateway: works, which call it as their users, and tasks that are tried again. */
export function openOverGateway<Over extends Pick<Gateway, 'handle'> & { retryTask: unknown }>(
  context: TaskContext,
  gateway: Over,
  stack: AsyncDisposableStack,
): { readonly works: Works; readonly retryTask: Over['retryTask'] } {
  const { snapshot, dataFolder, clock, transports, workStore, incarnation, log } = context
  const works = createWorks({
    works: workStore,
    folder: createWorkFolder(join(dataFolder, workFiles)),
    transport: transports.http,
    door: createInnerDoor(
      (incoming) => gateway.handle(incoming),
      () => clock.now(),
    ),
    snapshot: () => snapshot.get(),
    clock,
    incarnation,
    log,
  })
  stack.defer(() => works.idle())
  return { works, retryTask: gateway.retryTask }
}

type TaskContext = StoresContext &
  Stores &
  Pick<TaskParts, 'health' | 'deadKeys' | 'recorder'> & {
    readonly snapshot: CurrentSnapshot
    readonly transports: Transports
  }

/** The engine of tasks. What it is looking at when the server stops is finished first. */
export function openTasks(context: TaskContext, stack: AsyncDisposableStack): Tasks {
  const { db, ledger, snapshot, dataFolder, taskStore } = context
  const tasks = createTasks({
    ...context,
    tasks: taskStore,
    ledger: ledger.writer,
    snapshot: () => snapshot.get(),
    calls: supplierCalls({ ...context, settings: () => snapshot.get().settings }),
    files: createArtefactFolder(join(dataFolder, taskFiles)),
    kinds: taskKinds,
    signLink: (text) => context.seal.sign(text, 'links of tasks').toString('base64url'),
    isChannelThere: async (id, keyId) => {
      const row = await db
        .selectFrom('channel_keys')
        .innerJoin('channels', 'channels.id', 'channel_keys.channel_id')
        .select('channel_keys.id')
        .where('channels.id', '=', id)
        .where('channel_keys.id', '=', keyId)
        .where('channels.deleted_at', 'is', null)
        .where('channel_keys.deleted_at', 'is', null)
        .executeTakeFirst()
      return row !== undefined
    },
  })
  stack.defer(() => tasks.idle())
  return tasks
}
