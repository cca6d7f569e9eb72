import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../api/refusal.ts'
import { BrokenSeal } from '../ui/art/broken-seal.tsx'
import { Blank } from '../ui/blank.tsx'

/** A page that threw, or whose code did not arrive. */
export function CrashedPage({ error }: { readonly error: unknown }) {
  const { t } = useTranslation()
  return (
    <Blank
      picture={<BrokenSeal />}
      title={t('failure.crashedTitle')}
      sentence={messageOf(error)}
      action={
        <Button variant="contained" onClick={() => location.reload()}>
          {t('failure.reload')}
        </Button>
      }
    />
  )
}
