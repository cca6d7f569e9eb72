import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { radius } from '../../ui/theme/radius.ts'
import type { useSettings } from './use-settings.ts'

/** How much is not saved yet, and both ways on. Fixed at the lower edge while there is something. */
export function SaveBar({ state }: { readonly state: ReturnType<typeof useSettings> }) {
  const { t } = useTranslation()
  const { changed, saving, save, discard } = state
  if (changed.length === 0) return null
  return (
    <Paper
      component="section"
      aria-label={t('setting.save')}
      elevation={8}
      sx={{
        position: 'fixed',
        bottom: { xs: 0, sm: 24 },
        left: { xs: 0, sm: '50%' },
        right: { xs: 0, sm: 'auto' },
        transform: { sm: 'translateX(-50%)' },
        zIndex: 'appBar',
        display: 'flex',
        alignItems: 'center',
        gap: 3,
        px: 5,
        py: 3,
        borderRadius: { xs: 0, sm: radius('control') },
      }}
    >
      <Typography role="status" sx={{ flex: 1, mr: { sm: 6 }, whiteSpace: 'nowrap' }}>
        {t('setting.changes', { count: changed.length })}
      </Typography>
      <Button onClick={discard} disabled={saving}>
        {t('setting.discard')}
      </Button>
      <Button variant="contained" loading={saving} onClick={() => void save()}>
        {t('setting.save')}
      </Button>
    </Paper>
  )
}
