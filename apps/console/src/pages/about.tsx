import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { useSite } from '../stores/site.ts'
import { InlineError } from '../ui/inline-error.tsx'
import { OperatorContent } from '../ui/operator-content.tsx'
import { SealMark } from '../ui/seal-mark.tsx'
import { useOperatorText } from './home/use-operator-text.ts'

export function AboutPage() {
  const { t } = useTranslation()
  const name = useSite((site) => site.info.system_name)
  const { text, failed, retry } = useOperatorText('about')
  if (text === undefined) return null
  if (text.trim() !== '' && !failed) {
    return (
      <>
        <h1 className="visually-hidden" tabIndex={-1}>
          {t('about.title')}
        </h1>
        <OperatorContent content={text} frameTitle={t('about.frame')} />
      </>
    )
  }
  return (
    <Box sx={{ maxWidth: 720, mx: 'auto', px: 4, py: { xs: 8, sm: 16 } }}>
      {failed && (
        <InlineError
          text={t('about.failed')}
          action={
            <Button color="inherit" size="small" onClick={retry}>
              {t('action.retry')}
            </Button>
          }
        />
      )}
      <Card sx={{ p: { xs: 5, sm: 8 }, mt: failed ? 4 : 0 }}>
        <SealMark size={40} />
        <Typography component="h1" variant="h1" tabIndex={-1} sx={{ my: 4, outline: 'none' }}>
          {t('about.title')}
        </Typography>
        <Typography>{t('about.body', { name })}</Typography>
        <Typography color="textSecondary" sx={{ mt: 4 }}>
          {t('about.hint')}
        </Typography>
      </Card>
    </Box>
  )
}
