import { stationCalls } from '@posthouse/contract/calls/station'
import Alert from '@mui/material/Alert'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/use-call.ts'

/** What the operator should mend. Nothing to see while there is nothing, nor while nobody knows. */
export function Warnings() {
  const { t } = useTranslation()
  const warnings = useRead(stationCalls, 'getWarnings', {})
  return (warnings.data?.rows ?? []).map(({ id, figures }) => (
    <Alert key={id} severity={id === 'refused-settlements' ? 'error' : 'warning'}>
      {t(`warnings.${id}`, figures)}
    </Alert>
  ))
}
