import { taskCalls } from '@posthouse/contract/calls/tasks'
import type { Task } from '@posthouse/contract/task'
import { write } from '../../../api/use-call.ts'
import { i18n } from '../../../i18n/index.ts'
import { type Act, opens } from '../../../noun/act.ts'
import { useConfirm } from '../../../stores/confirm.ts'
import { notify } from '../../../ui/notify.tsx'
import { nameOf } from './name-of.ts'
import { LateResult } from './result-button.tsx'
import { askRetry, taskReads } from './retry-task.ts'

async function cancel({ id }: Task): Promise<void> {
  const { status } = await write(
    taskCalls,
    'cancelTask',
    { params: { id } },
    { changes: taskReads, quiet: true },
  )
  if (status === 'cancelled') notify('success', i18n.t('task.cancelled'))
  else notify('info', i18n.t('task.stopping'))
}

/** What can be done with a task. */
export const taskActs: readonly Act<Task, never>[] = [
  opens('result', 'task.showResult', (task: Task, close) => (
    <LateResult task={task} onClose={close} />
  )),
  { id: 'retry', word: 'task.retry', allows: ({ can_retry: can }) => can, one: askRetry },
  {
    id: 'cancel',
    word: 'task.cancel',
    danger: true,
    allows: ({ can_cancel: can }) => can,
    one: (task) =>
      useConfirm.getState().ask({
        title: i18n.t('task.cancelTitle', { name: nameOf(task) }),
        consequences: [i18n.t('task.cancelConsequence')],
        action: i18n.t('task.cancel'),
        run: () => cancel(task),
      }),
  },
]
