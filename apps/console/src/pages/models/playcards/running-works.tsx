import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import LinearProgress from '@mui/material/LinearProgress'
import MuiLink from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { taskCalls } from '@posthouse/contract/calls/tasks'
import type { Task } from '@posthouse/contract/task'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useRead } from '../../../api/use-call.ts'
import { paths } from '../../../paths.ts'
import { useIsAdministrator } from '../../../stores/session.ts'
import { nameOf } from '../../log/task/name-of.ts'
import { pauseMs, whileRunning } from '../../log/task/refreshing.ts'

const shownMost = 5

/** The reader's tasks that are under way. Nothing while there are none. */
export function RunningWorks() {
  const { t } = useTranslation()
  const sums = useRead(
    taskCalls,
    'sumOwnTasks',
    { query: { platform: '' } },
    { keep: true, everyMs: (last) => ((last?.open ?? 0) > 0 ? pauseMs : false) },
  )
  const open = sums.data?.open ?? 0
  const list = useRead(
    taskCalls,
    'listOwnTasks',
    { query: { state: 'open', size: shownMost, order: '-id' } },
    { enabled: open > 0, keep: true, everyMs: whileRunning },
  )
  const works = list.data?.data ?? []
  if (open === 0 || works.length === 0) return null
  return (
    <Card
      component="section"
      variant="outlined"
      aria-labelledby="running-works"
      sx={{ p: 4, mb: 4 }}
    >
      <Typography id="running-works" component="h2" variant="h3" sx={{ mb: 2 }}>
        {t('playcards.running', { count: open })}
      </Typography>
      <Box
        component="ul"
        sx={{ listStyle: 'none', p: 0, m: 0, display: 'flex', flexDirection: 'column', gap: 2 }}
      >
        {works.map((work) => (
          <Work key={work.id} work={work} />
        ))}
      </Box>
      {open > works.length && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 2 }}>
          {t('playcards.runningMore', { count: open - works.length })}
        </Typography>
      )}
    </Card>
  )
}

function Work({ work }: { readonly work: Task }) {
  const { t } = useTranslation()
  const to = usePageOf(work)
  const name = nameOf(work)
  return (
    <Box component="li">
      <Box sx={{ display: 'flex', gap: 3, justifyContent: 'space-between' }}>
        <Typography variant="body2" noWrap>
          {to === null ? (
            name
          ) : (
            <MuiLink component={Link} to={to}>
              {name}
            </MuiLink>
          )}
        </Typography>
        <Typography variant="body2" color="textSecondary" sx={{ flexShrink: 0 }}>
          {work.model} · {work.progress}%
        </Typography>
      </Box>
      <LinearProgress
        variant="determinate"
        value={work.progress}
        aria-label={t('playcards.progressOf', { name })}
        sx={{ mt: 1 }}
      />
    </Box>
  )
}

/** Administrators have a page of all tasks, others one of their drawings. */
function usePageOf({ id, platform }: Task): string | null {
  const administrator = useIsAdministrator()
  if (administrator) return paths.taskRow(id)
  return platform === 'midjourney' ? paths.drawingRow(id) : null
}
