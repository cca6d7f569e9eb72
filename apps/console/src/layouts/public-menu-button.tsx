import { IconMenu2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { BarMenuButton } from './bar-menu-button.tsx'
import { part } from '../ui/part.ts'

const load = async () => ({ default: (await import('./public-menu.tsx')).PublicMenu })
const PublicMenu = part(load)

/** The bar's links on a phone. */
export function PublicMenuButton() {
  const { t } = useTranslation()
  return (
    <BarMenuButton
      menu={PublicMenu}
      load={load}
      aria-label={t('shell.siteNavigation')}
      sx={{ display: { sm: 'none' } }}
    >
      <IconMenu2 size={20} stroke={1.5} />
    </BarMenuButton>
  )
}
