import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import { useTranslation } from 'react-i18next'
import { Failed, InPlaceOfRows, LoadingRows, NoMatch } from '../../table/table-states.tsx'
import { Gate } from '../../ui/art/gate.tsx'
import { InlineError } from '../../ui/inline-error.tsx'

const severities = ['success', 'info', 'warning', 'error'] as const
const nothing = () => undefined

/** The four conditions of a list, and messages that stay in place. */
export function KitStates() {
  const { t } = useTranslation()
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' }, gap: 6 }}>
      <Card>
        <InPlaceOfRows
          picture={<Gate />}
          title={t('channel.emptyTitle')}
          sentence={t('channel.empty')}
          action={<Button variant="contained">{t('channel.create')}</Button>}
        />
      </Card>
      <Card>
        <NoMatch onClear={nothing} />
      </Card>
      <Card>
        <Failed error={new Error(t('notice.unreachable'))} onRetry={nothing} />
      </Card>
      <Card>
        <LoadingRows />
      </Card>
      {severities.map((severity) => (
        <Alert key={severity} severity={severity}>
          {t('channel.unpriced', { names: 'gpt-5.4' })}
        </Alert>
      ))}
      <InlineError text={t('notice.unreachable')} />
    </Box>
  )
}
