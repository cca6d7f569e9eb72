import Box from '@mui/material/Box'
import Drawer from '@mui/material/Drawer'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useTheme } from '@mui/material/styles'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useLocation } from 'react-router'
import { placeOf } from '../menu.ts'
import { useCustomization } from '../stores/customization.ts'
import { BreadcrumbTrail } from './breadcrumb-trail.tsx'
import { PanelBar } from './panel-bar.tsx'
import { SideMenu } from './side-menu.tsx'

const sidebarWidth = 260

/** The console: bar, drawer, breadcrumbs, page. */
export function PanelLayout() {
  const { pathname } = useLocation()
  const menuOpen = useCustomization((look) => look.menuOpen)
  useEffect(() => menuOpen(placeOf(pathname)?.item.id ?? ''), [pathname, menuOpen])
  return (
    <Box sx={{ minHeight: '100dvh' }}>
      <PanelBar />
      <PanelDrawer />
      <PanelPage />
    </Box>
  )
}

function PanelDrawer() {
  const { t } = useTranslation()
  const persistent = useMediaQuery(useTheme().breakpoints.up('md'), { noSsr: true })
  const opened = useCustomization((look) => look.opened)
  const setMenu = useCustomization((look) => look.setMenu)
  // The drawer pushes the page aside where there is room and must not cover it where there is none.
  useEffect(() => setMenu(persistent), [persistent, setMenu])
  return (
    <Drawer
      variant={persistent ? 'persistent' : 'temporary'}
      open={opened}
      onClose={() => setMenu(false)}
      slotProps={{
        paper: {
          ...(persistent ? {} : { 'aria-label': t('shell.menu') }),
          sx: {
            width: sidebarWidth,
            bgcolor: 'background.paper',
            ...(persistent
              ? {
                  top: 'calc(64px + var(--banner, 0px))',
                  height: 'calc(100% - 64px - var(--banner, 0px))',
                }
              : {}),
          },
        },
      }}
    >
      <SideMenu onChoice={() => !persistent && setMenu(false)} />
    </Drawer>
  )
}

function PanelPage() {
  const opened = useCustomization((look) => look.opened)
  return (
    <Box
      component="main"
      id="content"
      sx={{
        pt: '88px',
        px: { xs: 4, sm: 6 },
        pb: { xs: 20, sm: 12 },
        ml: { md: opened ? `${sidebarWidth}px` : 0 },
        transition: 'margin-left 180ms cubic-bezier(.2,0,0,1)',
      }}
    >
      <Box sx={{ maxWidth: 1400, mx: 'auto' }}>
        <BreadcrumbTrail />
        <Outlet />
      </Box>
    </Box>
  )
}
