import { join } from 'node:path'
import type { Stores, StoresContext } from './open-stores.ts'
import type { CurrentSnapshot } from './snapshot/current-snapshot.ts'
import { createArtefactFolder } from './tasks/artefact-folder.ts'
import { supplierCalls } from './tasks/call-supplier.ts'
import { createTasks, type Tasks } from './tasks/create-tasks.ts'
import { taskKinds } from './tasks/kinds/task-kinds.ts'
import type { Transports } from './upstream/transport/transports.ts'

type TaskContext = StoresContext &
  Stores & { readonly snapshot: CurrentSnapshot; readonly transports: Transports }

/** The engine of tasks. What it is looking at when the server stops is finished first. */
export function openTasks(context: TaskContext, stack: AsyncDisposableStack): Tasks {
  const { db, ledger, snapshot, dataFolder, taskStore } = context
  const tasks = createTasks({
    ...context,
    tasks: taskStore,
    ledger: ledger.writer,
    snapshot: () => snapshot.get(),
    calls: supplierCalls({ ...context, settings: () => snapshot.get().settings }),
    files: createArtefactFolder(join(dataFolder, 'task-files')),
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
