import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import type { Self } from '@posthouse/contract/user'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readText, storageKeys, writeText } from '../../lib/storage.ts'
import { useIsRoot } from '../../stores/session.ts'
import { Failed } from '../../table/table-states.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { useFirstSteps } from './first-call.tsx'
import type { SetUpStep } from './set-up-step.ts'
import { useStationSteps } from './station-steps.tsx'

/** What is left to do: for the super administrator before the station can open, for all before a first call. */
export function SetUpCard({ self }: { readonly self: Self }) {
  const { t } = useTranslation()
  const root = useIsRoot()
  const station = useStationSteps(root)
  const first = useFirstSteps(self)
  const hiding = useHiding()
  if (station.error !== null) {
    return (
      <Card>
        <Failed error={station.error} onRetry={station.retry} />
      </Card>
    )
  }
  if (station.steps === undefined) return null
  const steps = inOrder(station.steps, first)
  const open = steps.filter(({ done }) => !done)
  if (steps.every(({ folds }) => folds)) return null
  const title = t(root ? 'station.title' : 'first.title')
  if (hiding.hides(open)) {
    return (
      <Box>
        <Button onClick={hiding.show}>
          {title} · {t('station.left', { count: open.length })}
        </Button>
      </Box>
    )
  }
  return (
    <Card component="section" aria-labelledby="set-up">
      <Progress title={title} steps={steps} onHide={() => hiding.hide(open)} />
      <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        <Finished steps={steps.filter(({ folds }) => folds)} />
        {steps
          .filter(({ folds }) => !folds)
          .map((step) => (
            <StepRow key={step.id} step={step} />
          ))}
      </Box>
      {station.dialog}
    </Card>
  )
}

type ProgressProps = {
  readonly title: string
  readonly steps: readonly SetUpStep[]
  readonly onHide: () => void
}

function Progress({ title, steps, onHide }: ProgressProps) {
  const { t } = useTranslation()
  const all = steps.length
  const done = steps.filter((step) => step.done).length
  return (
    <Box sx={{ px: 5, pt: 4, pb: 3 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 3 }}>
        <Typography id="set-up" component="h2" variant="h2">
          {title}
        </Typography>
        <Typography color="textSecondary" sx={{ flex: 1 }}>
          {t('station.progress', { done, all })}
        </Typography>
        {done < all && (
          <Button size="small" onClick={onHide}>
            {t('station.hide')}
          </Button>
        )}
      </Box>
      <LinearProgress
        variant="determinate"
        value={(100 * done) / all}
        aria-label={title}
        sx={{ mt: 2, borderRadius: 1 }}
      />
    </Box>
  )
}

/** The sandbox answers a first call, so it is closed last. */
const inOrder = (station: readonly SetUpStep[], first: readonly SetUpStep[]) => [
  ...station.filter(({ id }) => id !== 'sandbox'),
  ...first,
  ...station.filter(({ id }) => id === 'sandbox'),
]

const rowLook = {
  px: 5,
  py: 3,
  borderTop: 1,
  borderColor: 'divider',
} as const

/** The done steps by name, in one line that opens. */
function Finished({ steps }: { readonly steps: readonly SetUpStep[] }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  if (steps.length === 0) return null
  if (open) return steps.map((step) => <StepRow key={step.id} step={step} />)
  return (
    <Box component="li" sx={{ ...rowLook, display: 'flex', alignItems: 'center', gap: 4, py: 2 }}>
      <Typography variant="body2" color="textSecondary" noWrap sx={{ flex: 1, minWidth: 0 }}>
        {steps.map(({ title }) => title).join(' · ')}
      </Typography>
      <Button size="small" aria-expanded={false} onClick={() => setOpen(true)}>
        {t('station.showDone')}
      </Button>
      <StatusChip status="done" />
    </Box>
  )
}

function StepRow({ step }: { readonly step: SetUpStep }) {
  return (
    <Box component="li" sx={rowLook}>
      <Box
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 4, rowGap: 1 }}
      >
        <Box sx={{ flex: 1, minWidth: 200 }}>
          <Typography component="h3" variant="subtitle1">
            {step.title}
          </Typography>
          {step.help !== undefined && (
            <Typography variant="body2" color="textSecondary">
              {step.help}
            </Typography>
          )}
        </Box>
        {!step.folds && step.act !== undefined && (
          // On a phone under its sentence, flush with it; elsewhere before the state.
          <Box sx={{ order: { xs: 1, sm: 0 }, width: { xs: '100%', sm: 'auto' } }}>
            <Box sx={{ ml: { xs: -3.5, sm: 0 } }}>{step.act}</Box>
          </Box>
        )}
        <StatusChip status={step.done ? 'done' : 'open'} />
      </Box>
      {step.content !== undefined && <Box sx={{ mt: 2 }}>{step.content}</Box>}
    </Box>
  )
}

/** Hidden on this browser, until a step opens that was not open then. */
function useHiding() {
  const [hidden, setHidden] = useState(() => readText(storageKeys.setUpHidden))
  const keep = (ids: string | null) => {
    writeText(storageKeys.setUpHidden, ids)
    setHidden(ids)
  }
  return {
    hides: (open: readonly SetUpStep[]) => {
      const ids = hidden?.split(',') ?? []
      return open.length > 0 && open.every(({ id }) => ids.includes(id))
    },
    hide: (open: readonly SetUpStep[]) => keep(open.map(({ id }) => id).join(',')),
    show: () => keep(null),
  }
}
