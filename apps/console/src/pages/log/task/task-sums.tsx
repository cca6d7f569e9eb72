import { taskCalls } from '@posthouse/contract/calls/tasks'
import { formatSum } from '@posthouse/contract/format-amount'
import type { TaskState, TaskSums as Sums } from '@posthouse/contract/task'
import Box from '@mui/material/Box'
import ToggleButton from '@mui/material/ToggleButton'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../../api/use-call.ts'
import { useIsAdministrator } from '../../../stores/session.ts'
import { useAmountDisplay } from '../../../stores/site.ts'
import { pauseMs } from './refreshing.ts'

type TaskFilter = 'state' | 'start_timestamp' | 'end_timestamp'

type Props = {
  readonly platform: string
  readonly shown: string
  readonly show: (filters: Record<TaskFilter, string>) => void
}

/** Counts of running, failed and refunded tasks. A click filters the list by one of them. */
export function TaskSums({ platform, shown, show }: Props) {
  const { t } = useTranslation()
  const display = useAmountDisplay()
  const { data } = useSums(platform)
  if (data === undefined) return null
  const amount = formatSum(data.refunded_quota, display)
  const presets = [
    { state: 'open', since: '', word: t('task.sumOpen', { count: data.open }) },
    ...(
      [
        ['failed', t('task.sumFailed', { count: data.failed })],
        ['refunded', t('task.sumRefunded', { count: data.refunded, amount })],
      ] as const
    ).map(([state, word]) => ({ state, since: String(data.since), word })),
  ] as const
  return (
    <Box
      role="group"
      aria-label={t('task.sums')}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mb: 4 }}
    >
      {presets.map(({ state, since, word }) => (
        <ToggleButton
          key={state}
          value={state}
          size="small"
          selected={shown === state}
          onChange={() => show(filtersFor(shown === state ? '' : state, since))}
          sx={{ textTransform: 'none' }}
        >
          {word}
        </ToggleButton>
      ))}
    </Box>
  )
}

const filtersFor = (state: TaskState | '', since: string): Record<TaskFilter, string> => ({
  state,
  start_timestamp: state === '' ? '' : since,
  end_timestamp: '',
})

function useSums(platform: string) {
  const administrator = useIsAdministrator()
  const input = { query: { platform } }
  const options = {
    keep: true,
    everyMs: (last: Sums | undefined) => ((last?.open ?? 0) > 0 ? pauseMs : (false as const)),
  }
  const all = useRead(taskCalls, 'sumTasks', input, { ...options, enabled: administrator })
  const own = useRead(taskCalls, 'sumOwnTasks', input, { ...options, enabled: !administrator })
  return administrator ? all : own
}
