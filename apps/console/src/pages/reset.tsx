import { useTranslation } from 'react-i18next'
import { useSite } from '../stores/site.ts'
import { Lantern } from '../ui/art/lantern.tsx'
import { Blank } from '../ui/blank.tsx'
import { WaysOn } from './login/ways-on.tsx'

/** This site sends no mail: says who can set a new password instead. */
export function ResetPage() {
  const { t } = useTranslation()
  const name = useSite((site) => site.info.system_name)
  return (
    <Blank
      picture={<Lantern />}
      title={t('account.resetTitle')}
      sentence={t('account.resetByAdmin', { name })}
      action={<WaysOn />}
    />
  )
}
