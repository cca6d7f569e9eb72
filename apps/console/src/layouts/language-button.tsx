import { IconLanguage } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { BarMenuButton } from './bar-menu-button.tsx'
import { part } from '../ui/part.ts'

const load = async () => ({ default: (await import('./language-menu.tsx')).LanguageMenu })
const LanguageMenu = part(load)

export function LanguageButton() {
  const { t } = useTranslation()
  return (
    <BarMenuButton
      menu={LanguageMenu}
      load={load}
      title={t('shell.language')}
      aria-label={t('shell.language')}
    >
      <IconLanguage size={20} stroke={1.5} />
    </BarMenuButton>
  )
}
