import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { FloatingBar } from '../../ui/floating-bar.tsx'
import type { useSettings } from './use-settings.ts'

/** How much is not saved yet, and both ways on. Fixed at the lower edge while there is something. */
export function SaveBar({ state }: { readonly state: ReturnType<typeof useSettings> }) {
  const { t } = useTranslation()
  const { changed, saving, save, discard } = state
  if (changed.length === 0) return null
  return (
    <FloatingBar label={t('setting.save')}>
      <Typography role="status" sx={{ flex: 1, mr: { sm: 6 }, whiteSpace: 'nowrap' }}>
        {t('setting.changes', { count: changed.length })}
      </Typography>
      <Button onClick={discard} disabled={saving}>
        {t('setting.discard')}
      </Button>
      <Button variant="contained" loading={saving} onClick={() => void save()}>
        {t('setting.save')}
      </Button>
    </FloatingBar>
  )
}
