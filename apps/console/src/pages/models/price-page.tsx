import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { Catalogue } from './catalogue.tsx'

/** The catalogue in the public frame, for visitors too. */
export function PricePage() {
  const { t } = useTranslation()
  return (
    <Box sx={{ px: { xs: 4, sm: 6 }, py: 8 }}>
      <Catalogue title={t('models.title')} />
    </Box>
  )
}
