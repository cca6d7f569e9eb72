import {
  IconHome,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconPlus,
  IconSun,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { currentLanguage, languageNames, setLanguage } from '../../i18n/index.ts'
import { itemsOf, menuFor } from '../../menu.ts'
import { paths } from '../../paths.ts'
import { useCustomization } from '../../stores/customization.ts'
import { useIsAdministrator, useUser } from '../../stores/session.ts'
import { useLeave } from '../use-leave.ts'
import { nounEntries } from './noun-entries.ts'
import type { PaletteEntry } from './palette-entry.ts'
import { tellCodeGone } from '../../ui/code-gone.ts'

/** What the palette knows without asking the server: pages of the role, and actions. */
export function useOwnEntries(): readonly PaletteEntry[] {
  const pages = usePages()
  const actions = useActions()
  return [...pages, ...actions]
}

function usePages(): readonly PaletteEntry[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const role = useUser()?.role ?? 0
  const panel = itemsOf(menuFor(role)).map((item) => ({
    id: `page:${item.id}`,
    group: 'pages' as const,
    label: t(item.title),
    detail: item.url,
    icon: item.icon,
    run: () => void navigate(item.url),
  }))
  const home = {
    id: 'page:home',
    group: 'pages' as const,
    label: t('shell.home'),
    detail: paths.home,
    icon: IconHome,
    run: () => void navigate(paths.home),
  }
  return [...panel, home]
}

function useActions(): readonly PaletteEntry[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const administrator = useIsAdministrator()
  const theme = useCustomization((look) => look.theme)
  const setTheme = useCustomization((look) => look.setTheme)
  const leave = useLeave()
  const otherTheme = theme === 'light' ? 'dark' : 'light'
  const otherLanguage = currentLanguage() === 'zh_CN' ? 'en_US' : 'zh_CN'
  const action = (name: string, label: string, icon: PaletteEntry['icon'], run: () => void) => ({
    id: `action:${name}`,
    group: 'actions' as const,
    label,
    detail: '',
    icon,
    run,
  })
  return [
    ...nounEntries
      .filter(({ only }) => only === undefined || administrator)
      .map(({ id, create, newOne }) =>
        action(`new-${id}`, t(create), IconPlus, () => void navigate(newOne)),
      ),
    action(
      'theme',
      t(`shell.theme.${otherTheme}`),
      otherTheme === 'dark' ? IconMoon : IconSun,
      () => setTheme(otherTheme),
    ),
    action(
      'language',
      t('palette.language', { name: languageNames[otherLanguage] }),
      IconLanguage,
      () => void setLanguage(otherLanguage).catch(tellCodeGone),
    ),
    action('sign-out', t('shell.signOut'), IconLogout, () => void leave()),
  ]
}
