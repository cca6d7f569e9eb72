import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import type { Readiness } from '@posthouse/contract/status'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { loadStatus } from '../../api/session.ts'
import { useRead, useWrite } from '../../api/use-call.ts'
import { PasswordChange } from '../../forms/password-change.tsx'
import { paths } from '../../paths.ts'
import { Failed } from '../../table/table-states.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'

type Row = Readiness['rows'][number]

/** What is left to do before the station can open; gone when nothing is. */
export function StationCard() {
  const { t } = useTranslation()
  const readiness = useRead('getReadiness', {})
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
        <Box
          key={row.id}
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
            </Typography>
          </Box>
          <StatusChip status={row.done ? 'done' : 'open'} />
          {!row.done && <StationStep row={row} onPassword={() => setChanging(true)} />}
        </Box>
      ))}
      {changing && <PasswordChange onClose={() => setChanging(false)} />}
    </Card>
  )
}

type StepProps = { readonly row: Row; readonly onPassword: () => void }

/** The way to the exact place, or the step itself. */
function StationStep({ row, onPassword }: StepProps): ReactNode {
  const { t } = useTranslation()
  const set = useWrite('setOption', { changes: ['getReadiness'] })
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
    case 'sandbox':
      return (
        <Button component={Link} to={paths.channel}>
          {t('station.toChannels')}
        </Button>
      )
  }
}
