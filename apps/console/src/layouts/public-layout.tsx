import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextLink from '@mui/material/Link'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Outlet, useLocation } from 'react-router'
import { withTexts } from '../i18n/index.ts'
import { paths } from '../paths.ts'
import { useSession, useUser } from '../stores/session.ts'
import { useSite } from '../stores/site.ts'
import { LanguageButton } from './language-button.tsx'
import { PublicMenuButton } from './public-menu-button.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteLogo } from './site-logo.tsx'
import { SiteNotice } from './site-notice.tsx'
import { ThemeButton } from './theme-button.tsx'
import { part } from '../ui/part.ts'

// Most visitors are not signed in.
const UserMenu = part(
  withTexts(['menu'], async () => ({ default: (await import('./user-menu.tsx')).UserMenu })),
)

/** The public site: a bar, the page, the footer. */
export function PublicLayout() {
  const { t } = useTranslation()
  return (
    <Box sx={{ minHeight: '100dvh', display: 'flex', flexDirection: 'column' }}>
      <PublicBar />
      <Box
        component="main"
        id="content"
        sx={{ flex: 1, width: '100%', maxWidth: 1400, mx: 'auto' }}
      >
        <Outlet />
      </Box>
      <Box
        component="nav"
        aria-label={t('shell.policy')}
        sx={{ textAlign: 'center', px: 4, pb: 4, fontSize: 12 }}
      >
        <TextLink component={Link} to={paths.billingPolicy} underline="always">
          {t('shell.policy')}
        </TextLink>
      </Box>
      <SiteFooter />
    </Box>
  )
}

function PublicBar() {
  const { t } = useTranslation()
  const signedIn = useSession((session) => session.user !== null)
  const known = useUser() !== null
  return (
    <Box
      component="header"
      sx={{ borderBottom: 1, borderColor: 'divider', bgcolor: 'background.paper' }}
    >
      <Box
        sx={{
          height: 63,
          maxWidth: 1400,
          mx: 'auto',
          px: { xs: 4, sm: 6 },
          display: 'flex',
          alignItems: 'center',
          gap: 1,
        }}
      >
        <Box
          component={Link}
          to={paths.home}
          sx={{ textDecoration: 'none', minWidth: 0, mr: 'auto' }}
        >
          <SiteLogo />
        </Box>
        <Box
          component="nav"
          aria-label={t('shell.siteNavigation')}
          sx={{ display: { xs: 'none', sm: 'flex' }, gap: 1 }}
        >
          <BarLinks />
        </Box>
        <SiteNotice />
        <ThemeButton />
        <LanguageButton />
        <Button
          component={Link}
          to={signedIn ? paths.panel : paths.login()}
          variant="contained"
          // On a phone the console is in the menu, where there is room for it.
          sx={{ ml: 1, display: { xs: signedIn ? 'none' : 'inline-flex', sm: 'inline-flex' } }}
        >
          {signedIn ? t('shell.console') : t('login.title')}
        </Button>
        {known && (
          <Suspense fallback={<Box sx={{ width: 44 }} />}>
            <UserMenu />
          </Suspense>
        )}
        <PublicMenuButton />
      </Box>
    </Box>
  )
}

function BarLinks() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const blog = useSite((site) => site.info.blog_link)
  const colour = (path: string) => (pathname === path ? 'primary' : 'inherit')
  const current = (path: string) => (pathname === path ? 'page' : undefined)
  return (
    <>
      <Button
        component={Link}
        to={paths.home}
        color={colour(paths.home)}
        aria-current={current(paths.home)}
      >
        {t('shell.home')}
      </Button>
      <Button
        component={Link}
        to={paths.price}
        color={colour(paths.price)}
        aria-current={current(paths.price)}
      >
        {t('shell.models')}
      </Button>
      {blog !== '' && (
        <Button href={blog} target="_blank" rel="noreferrer" color="inherit">
          {t('shell.blog')}
        </Button>
      )}
      <Button
        component={Link}
        to={paths.about}
        color={colour(paths.about)}
        aria-current={current(paths.about)}
      >
        {t('shell.about')}
      </Button>
    </>
  )
}
