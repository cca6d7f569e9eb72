import Box from '@mui/material/Box'
import { IconMenu2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { useCustomization } from '../stores/customization.ts'
import { LanguageButton } from './language-button.tsx'
import { SiteNotice } from './site-notice.tsx'
import { PaletteButton } from './palette/palette-button.tsx'
import { SiteLogo } from './site-logo.tsx'
import { ThemeButton } from './theme-button.tsx'
import { UserMenu } from './user-menu.tsx'
import { IconAction } from '../ui/icon-action.tsx'

export function PanelBar() {
  const { t } = useTranslation()
  const opened = useCustomization((look) => look.opened)
  const setMenu = useCustomization((look) => look.setMenu)
  const label = t(opened ? 'shell.closeMenu' : 'shell.openMenu')
  return (
    <Box
      component="header"
      sx={{
        position: 'fixed',
        inset: 'var(--banner, 0px) 0 auto 0',
        zIndex: (theme) => theme.zIndex.appBar,
        height: 64,
        px: { xs: 2, sm: 4 },
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        bgcolor: 'background.paper',
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <IconAction label={label} aria-expanded={opened} onClick={() => setMenu(!opened)}>
        <IconMenu2 size={20} stroke={1.5} />
      </IconAction>
      <Box
        component={Link}
        to={paths.home}
        sx={{ textDecoration: 'none', minWidth: 0, mr: 'auto', ml: 1 }}
      >
        <SiteLogo />
      </Box>
      <PaletteButton />
      <SiteNotice />
      <ThemeButton />
      <LanguageButton />
      <UserMenu />
    </Box>
  )
}
