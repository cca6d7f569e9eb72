import IconButton from '@mui/material/IconButton'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCustomization } from '../stores/customization.ts'

export function ThemeButton() {
  const { t } = useTranslation()
  const theme = useCustomization((look) => look.theme)
  const setTheme = useCustomization((look) => look.setTheme)
  const next = theme === 'light' ? 'dark' : 'light'
  const label = t(`shell.theme.${next}`)
  return (
    <IconButton title={label} aria-label={label} onClick={() => setTheme(next)}>
      {theme === 'light' ? <IconMoon size={20} stroke={1.5} /> : <IconSun size={20} stroke={1.5} />}
    </IconButton>
  )
}
