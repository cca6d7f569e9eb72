import { stationCalls } from '@posthouse/contract/calls/station'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import type { Readiness } from '@posthouse/contract/status'
import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { loadStatus } from '../../api/session.ts'
import { useRead, useWrite } from '../../api/use-call.ts'
import { withTexts } from '../../i18n/index.ts'
import { paths } from '../../paths.ts'
import { Failed } from '../../table/table-states.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { part } from '../../ui/part.ts'

const PasswordChange = part(
  withTexts(['form'], async () => ({
    default: (await import('../../forms/password-change.tsx')).PasswordChange,
  })),
)

type Row = Readiness['rows'][number]

/** What is left to do before the station can open; gone when nothing is. */
export function StationCard() {
  const { t } = useTranslation()
  const readiness = useRead(stationCalls, 'getReadiness', {})
  const [changing, setChanging] = useState(false)
  if (readiness.error !== null) {
    return (
      <Card>
        <Failed error={readiness.error} onRetry={() => void readiness.refetch()} />
      </Card>
    )
  }
  const rows = readiness.data?.rows ?? []
  if (rows.every((row) => row.done)) return null
  const done = rows.filter((row) => row.done).length
  return (
    <Card component="section" aria-labelledby="station">
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 3, px: 5, py: 4 }}>
        <Typography id="station" component="h2" variant="h2">
          {t('station.title')}
        </Typography>
        <Typography color="textSecondary">
          {t('station.progress', { done, all: rows.length })}
        </Typography>
      </Box>
      {rows.map((row) => (
        <StationRow key={row.id} row={row} onPassword={() => setChanging(true)} />
      ))}
      <Suspense>{changing && <PasswordChange onClose={() => setChanging(false)} />}</Suspense>
    </Card>
  )
}

type StepProps = { readonly row: Row; readonly onPassword: () => void }

function StationRow({ row, onPassword }: StepProps) {
  const { t } = useTranslation()
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 4,
        rowGap: 1,
        px: 5,
        py: 3,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ flex: 1, minWidth: 200 }}>
        <Typography variant="subtitle1">{t(`station.rows.${row.id}.title`)}</Typography>
        <Typography variant="body2" color="textSecondary">
          {t(`station.rows.${row.id}.help`, { ...row.figures, origin: location.origin })}
          <Unpriced row={row} />
        </Typography>
      </Box>
      {(!row.done || isElsewhere(row)) && (
        // On a phone under its sentence, flush with it; elsewhere before the state.
        <Box sx={{ order: { xs: 1, sm: 0 }, width: { xs: '100%', sm: 'auto' } }}>
          <Box sx={{ ml: { xs: -3.5, sm: 0 } }}>
            <StationStep row={row} onPassword={onPassword} />
          </Box>
        </Box>
      )}
      <StatusChip status={row.done ? 'done' : 'open'} />
    </Box>
  )
}

/** The stored address is not the one that this browser is at: snippets would lead somewhere else. */
const isElsewhere = (row: Row): boolean =>
  row.id === 'server-address' && row.figures['address'] !== location.origin

/** The models that nobody can call yet, by name. */
function Unpriced({ row }: { readonly row: Row }) {
  const { t } = useTranslation()
  const { names = '', more = 0 } = row.figures
  if (row.id !== 'prices' || names === '') return null
  return <> {t(Number(more) > 0 ? 'station.unpricedMore' : 'station.unpriced', { names, more })}</>
}

/** The way to the exact place, or the step itself. */
function StationStep({ row, onPassword }: StepProps): ReactNode {
  const { t } = useTranslation()
  const set = useWrite(stationCalls, 'setOption', { changes: ['getReadiness'], repeats: true })
  const takeThisAddress = async () => {
    await set.mutateAsync({ body: { key: 'ServerAddress', value: location.origin } })
    await loadStatus()
  }
  switch (row.id) {
    case 'password':
      return <Button onClick={onPassword}>{t('station.changePassword')}</Button>
    case 'server-address':
      return (
        <Button loading={set.isPending} onClick={() => void takeThisAddress().catch(() => null)}>
          {t('station.useAddress', { origin: location.origin })}
        </Button>
      )
    case 'channel':
    case 'prices':
    case 'sandbox': {
      const { row: channel } = row.figures
      return (
        <Button
          component={Link}
          to={channel === undefined ? paths.newChannel : paths.channelRow(channel)}
        >
          {t(channel === undefined ? 'channel.create' : `station.step.${row.id}`)}
        </Button>
      )
    }
  }
}
