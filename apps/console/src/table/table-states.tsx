import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../api/refusal.ts'
import { BrokenSeal } from '../ui/art/broken-seal.tsx'
import { Lantern } from '../ui/art/lantern.tsx'
import { StillWaiting } from '../ui/still-waiting.tsx'

export type EmptyState = {
  readonly picture: ReactNode
  readonly title: string
  readonly sentence: string
  readonly action?: ReactNode
}

/** A picture, a sentence, the way on: in place of rows. */
export function InPlaceOfRows({ picture, title, sentence, action }: EmptyState) {
  return (
    <Box sx={{ py: 12, px: 4, textAlign: 'center' }}>
      {picture}
      <Typography variant="h3" component="p" sx={{ mt: 3 }}>
        {title}
      </Typography>
      <Typography color="textSecondary" sx={{ mt: 1, mb: 4, overflowWrap: 'anywhere' }}>
        {sentence}
      </Typography>
      {action}
    </Box>
  )
}

export function NoMatch({ onClear }: { readonly onClear: () => void }) {
  const { t } = useTranslation()
  return (
    <InPlaceOfRows
      picture={<Lantern />}
      title={t('table.noMatchTitle')}
      sentence={t('table.noMatch')}
      action={<Button onClick={onClear}>{t('table.clearFilters')}</Button>}
    />
  )
}

type FailedProps = { readonly error: Error; readonly onRetry: () => void }

export function Failed({ error, onRetry }: FailedProps) {
  const { t } = useTranslation()
  return (
    <Box role="alert">
      <InPlaceOfRows
        picture={<BrokenSeal />}
        title={t('table.failedTitle')}
        sentence={messageOf(error)}
        action={
          <Button variant="outlined" onClick={onRetry}>
            {t('action.retry')}
          </Button>
        }
      />
    </Box>
  )
}

/** Rows that are on their way, the first time. */
export function LoadingRows() {
  const { t } = useTranslation()
  return (
    <Box sx={{ px: 3, pb: 3 }}>
      <Box role="status" aria-label={t('shell.loading')}>
        {Array.from({ length: 6 }, (_, index) => (
          <Skeleton key={index} height={44} />
        ))}
      </Box>
      <StillWaiting />
    </Box>
  )
}
