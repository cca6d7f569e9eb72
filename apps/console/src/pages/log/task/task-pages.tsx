import { taskCalls } from '@posthouse/contract/calls/tasks'
import { type Task, TaskQuery, taskSorts, taskStates } from '@posthouse/contract/task'
import type { UseQueryResult } from '@tanstack/react-query'
import { type Input, useRead } from '../../../api/use-call.ts'
import { textOf, timeOf } from '../../../noun/cells.tsx'
import { declareNoun, type FilterSpec, type NounFact } from '../../../noun/noun.ts'
import { NounPage } from '../../../noun/noun-page.tsx'
import { useIsAdministrator } from '../../../stores/session.ts'
import { Horse } from '../../../ui/art/horse.tsx'
import { pauseMs, whileRunning } from './refreshing.ts'
import { nameOf } from './name-of.ts'
import { taskActs } from './task-acts.tsx'
import { midjourneyColumns, taskColumns } from './task-columns.tsx'
import { TaskSums } from './task-sums.tsx'

const filters = [
  { name: 'task_id', kind: 'text', label: 'task.id', placeholder: 'task.searchId' },
  {
    name: 'state',
    kind: 'choice',
    label: 'task.status',
    choices: taskStates.map((value) => ({ value, word: `task.states.${value}` as const })),
  },
  { name: 'channel_id', kind: 'text', label: 'task.channelId', only: 'administrators' },
  { name: 'username', kind: 'text', label: 'task.username', only: 'administrators' },
  { name: 'start_timestamp', kind: 'time', label: 'task.from' },
  { name: 'end_timestamp', kind: 'time', label: 'task.until' },
] as const satisfies readonly FilterSpec[]

const useTask = (id: string, enabled: boolean): UseQueryResult<Task, Error> =>
  useRead(
    taskCalls,
    'getTask',
    { params: { id } },
    { enabled, everyMs: (last) => (last?.finish_time === 0 ? pauseMs : false) },
  )

const modelFact = { label: 'task.model', fact: textOf('model') } as const satisfies NounFact<Task>
const tokenFact = { label: 'task.token', fact: textOf('token_name') } as const
const startFact = { label: 'task.started', fact: timeOf('start_time') } as const

const task = declareNoun({
  title: 'menu.task',
  words: 'task',
  picture: <Horse />,
  list: { table: 'task', query: TaskQuery, sorts: taskSorts, defaultOrder: '-id' },
  name: nameOf,
  columns: taskColumns,
  panel: {
    facts: [
      'id',
      modelFact,
      'platform',
      'type',
      'user',
      tokenFact,
      'channel',
      'submitted',
      startFact,
      'finished',
      'duration',
      'progress',
      { label: 'task.prompt', fact: ({ prompt }) => prompt || '—' },
      'reason',
      'amount',
    ],
  },
  filters: [...filters, { name: 'platform', kind: 'text', label: 'task.platform' }],
  acts: taskActs,
  calls: {
    useRows: ({ page, size, order, filters: given }) =>
      useRead(
        taskCalls,
        'listTasks',
        { query: { page, size, order, ...given } } as Input<'listTasks'>,
        { keep: true, everyMs: whileRunning },
      ),
    useRow: useTask,
  },
  above: (list) => (
    <TaskSums
      platform=""
      shown={list.state.filters.state}
      show={(chosen) => list.change({ filters: chosen })}
    />
  ),
})

const midjourney = declareNoun({
  title: 'menu.midjourney',
  words: 'task.mj',
  picture: <Horse />,
  list: { table: 'midjourney', query: TaskQuery, sorts: taskSorts, defaultOrder: '-id' },
  name: nameOf,
  columns: midjourneyColumns,
  panel: {
    facts: [
      'id',
      modelFact,
      'type',
      'user',
      tokenFact,
      'channel',
      'code',
      'submitted',
      startFact,
      { label: 'task.finished', fact: timeOf('finish_time') },
      'duration',
      'progress',
      'picture',
      'prompt',
      'promptEn',
      'reason',
      'amount',
    ],
  },
  filters,
  acts: taskActs,
  calls: {
    // Administrators see everybody's, others their own.
    useRows: ({ page, size, order, filters: given }) => {
      const administrator = useIsAdministrator()
      const input = { query: { page, size, order, ...given } } as Input<'listMidjourney'>
      const options = { keep: true, everyMs: whileRunning }
      const all = useRead(taskCalls, 'listMidjourney', input, {
        ...options,
        enabled: administrator,
      })
      const own = useRead(taskCalls, 'listOwnMidjourney', input, {
        ...options,
        enabled: !administrator,
      })
      return administrator ? all : own
    },
    useRow: useTask,
  },
  above: (list) => (
    <TaskSums
      platform="midjourney"
      shown={list.state.filters.state}
      show={(chosen) => list.change({ filters: chosen })}
    />
  ),
})

export const TaskPage = () => <NounPage noun={task} />
export const MidjourneyPage = () => <NounPage noun={midjourney} />
