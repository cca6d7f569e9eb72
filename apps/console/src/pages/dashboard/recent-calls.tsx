import { logCalls } from '@posthouse/contract/calls/logs'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useRead } from '../../api/use-call.ts'
import { paths } from '../../paths.ts'
import { Failed } from '../../table/table-states.tsx'
import { CallLine } from './call-line.tsx'

/** The last calls, each with its amount. */
export function RecentCalls() {
  const { t } = useTranslation()
  const calls = useRead(logCalls, 'listOwnLogs', { query: { size: 5, order: '-created_at' } })
  return (
    <Card>
      <Box sx={{ display: 'flex', alignItems: 'center', px: 5, py: 3 }}>
        <Typography component="h2" variant="h3" sx={{ flex: 1 }}>
          {t('dashboard.recent')}
        </Typography>
        <Button component={Link} to={paths.log()} size="small">
          {t('dashboard.allCalls')}
        </Button>
      </Box>
      {calls.error !== null && <Failed error={calls.error} onRetry={() => void calls.refetch()} />}
      {calls.data?.data.map((row) => (
        <CallLine key={row.id} row={row} />
      ))}
    </Card>
  )
}
