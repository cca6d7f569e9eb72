import { useTranslation } from 'react-i18next'
import { useSite } from '../stores/site.ts'
import { Gate } from '../ui/art/gate.tsx'
import { Blank } from '../ui/blank.tsx'
import { WaysOn } from './login/ways-on.tsx'

/** Accounts are made by the administrator: says so, and who to ask. */
export function RegisterPage() {
  const { t } = useTranslation()
  const name = useSite((site) => site.info.system_name)
  return (
    <Blank
      picture={<Gate />}
      title={t('account.registerClosed')}
      sentence={t('account.registerClosedHelp', { name })}
      action={<WaysOn />}
    />
  )
}
