import Alert from '@mui/material/Alert'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/use-call.ts'

/** Charges that were not made and that only an operator can make; nothing while there are none. */
export function BooksAlarm() {
  const { t } = useTranslation()
  const books = useRead('getBooks', {})
  const count = books.data?.refused_settlements ?? 0
  if (count === 0) return null
  return <Alert severity="error">{t('dashboard.refusedSettlements', { count })}</Alert>
}
