import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { useSeconds } from './use-seconds.ts'

/** After so many seconds a reader asks whether anything goes on. */
const patienceSeconds = 10

/** Says that an answer is still waited for once that has taken long. Stands where a spinner or a skeleton does. */
export function StillWaiting() {
  const { t } = useTranslation()
  const isLong = useSeconds() >= patienceSeconds
  return (
    <Typography
      role="status"
      variant="body2"
      color="textSecondary"
      sx={isLong ? { py: 2, textAlign: 'center' } : {}}
    >
      {isLong && t('shell.stillWaiting')}
    </Typography>
  )
}

/** In the place of what is on its way; `height` in pixels. */
export function WaitingBlock({ height }: { readonly height: number }) {
  return (
    <div>
      <Skeleton variant="rounded" height={height} />
      <StillWaiting />
    </div>
  )
}
