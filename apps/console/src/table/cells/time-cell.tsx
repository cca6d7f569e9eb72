import Tooltip from '@mui/material/Tooltip'
import { useTranslation } from 'react-i18next'
import { documentLanguage } from '../../i18n/index.ts'
import { formatRelative, formatTime } from '../../lib/time/format-time.ts'

type Props = { readonly seconds: number; readonly never?: string }

/** A time in the reader's zone, relative on hover. */
export function TimeCell({ seconds, never }: Props) {
  useTranslation()
  if (seconds <= 0) return <>{never ?? '—'}</>
  return (
    <Tooltip describeChild title={formatRelative(seconds, documentLanguage())}>
      <time dateTime={new Date(seconds * 1000).toISOString()} style={{ whiteSpace: 'nowrap' }}>
        {formatTime(seconds)}
      </time>
    </Tooltip>
  )
}
