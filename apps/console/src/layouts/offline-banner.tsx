import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { queryClient } from '../api/query-client.ts'
import { loadStatus } from '../api/session.ts'

async function retry(): Promise<void> {
  await loadStatus()
  await queryClient.refetchQueries({ type: 'active' })
}

/** Stands above the page while the server does not answer. */
export function OfflineBanner() {
  const { t } = useTranslation()
  return (
    <Alert
      severity="warning"
      variant="filled"
      square
      sx={{ position: 'sticky', top: 0, zIndex: 1300, alignItems: 'center' }}
      action={
        <Button color="inherit" size="small" onClick={() => void retry()}>
          {t('action.retry')}
        </Button>
      }
    >
      {t('shell.offline')}
    </Alert>
  )
}
