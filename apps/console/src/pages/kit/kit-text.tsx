import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'

const looks = [
  ['h5', 'display 40/48'],
  ['h4', 'balance 32/40'],
  ['h1', 'h1 24/32'],
  ['h2', 'h2 18/26'],
  ['h3', 'h3 15/22'],
  ['body1', 'body 14/22'],
  ['body2', 'table 13/20'],
  ['caption', 'caption 12/18'],
] as const

/** The type scale, with the sentence of the landing page. */
export function KitText() {
  const { t } = useTranslation()
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: '120px 1fr', gap: 4, alignItems: 'baseline' }}>
      {looks.map(([variant, name]) => (
        <Box key={variant} sx={{ display: 'contents' }}>
          <Typography variant="caption" color="textSecondary">
            {name}
          </Typography>
          <Typography variant={variant}>{t('channel.lead')}</Typography>
        </Box>
      ))}
    </Box>
  )
}
