import { taskCalls } from '@posthouse/contract/calls/tasks'
import type { Task } from '@posthouse/contract/task'
import { write } from '../../../api/use-call.ts'
import { i18n } from '../../../i18n/index.ts'
import { useConfirm } from '../../../stores/confirm.ts'
import { notify } from '../../../ui/notify.tsx'
import { nameOf } from './name-of.ts'

/** What an act on a task makes old. */
export const taskReads = [
  'listTasks',
  'listOwnTasks',
  'listMidjourney',
  'listOwnMidjourney',
  'sumTasks',
  'sumOwnTasks',
  'getTask',
] as const

/** Asked first: it costs money. */
export const askRetry = (task: Task): void =>
  useConfirm.getState().ask({
    title: i18n.t('task.retryTitle', { name: nameOf(task) }),
    consequences: [i18n.t('task.retryConsequence')],
    action: i18n.t('task.retry'),
    run: async () => {
      const params = { id: task.id }
      await write(taskCalls, 'retryTask', { params }, { changes: taskReads, quiet: true })
      notify('success', i18n.t('task.retried'))
    },
  })
