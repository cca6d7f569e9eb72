import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { InlineError } from '../ui/inline-error.tsx'
import { OperatorContent } from '../ui/operator-content.tsx'
import { Landing } from './home/landing.tsx'
import { ServedModels } from './home/served-models.tsx'
import { useOperatorText } from './home/use-operator-text.ts'

/** The operator's own home page when there is one, else ours. */
export function HomePage() {
  const { t } = useTranslation()
  const { text, failed, retry } = useOperatorText('home')
  // A screenful of nothing keeps the footer where it will be.
  if (text === undefined) return <Box sx={{ minHeight: '100dvh' }} />
  return (
    <>
      {failed && (
        <Box sx={{ px: { xs: 4, sm: 6 }, pt: 6 }}>
          <InlineError
            text={t('home.failed')}
            action={
              <Button color="inherit" size="small" onClick={retry}>
                {t('action.retry')}
              </Button>
            }
          />
        </Box>
      )}
      {text.trim() === '' ? <Landing /> : <OperatorHome text={text} />}
    </>
  )
}

/** Takes the place of ours whole; what the models cost stays within reach at the end. */
function OperatorHome({ text }: { readonly text: string }) {
  const { t } = useTranslation()
  return (
    <>
      <h1 className="visually-hidden" tabIndex={-1}>
        {t('shell.home')}
      </h1>
      <OperatorContent content={text} frameTitle={t('about.homeFrame')} />
      <Box component="details" sx={{ px: { xs: 4, sm: 6 }, pb: 12 }}>
        <Box component="summary" sx={{ cursor: 'pointer', color: 'text.secondary' }}>
          {t('home.modelsAndPrices')}
        </Box>
        <ServedModels />
      </Box>
    </>
  )
}
