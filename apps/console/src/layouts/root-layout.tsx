import Box from '@mui/material/Box'
import { Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useNavigation } from 'react-router'
import { useConfirm } from '../stores/confirm.ts'
import { useConnection } from '../stores/connection.ts'
import { useSession } from '../stores/session.ts'
import { useSite } from '../stores/site.ts'
import { useRouteFocus } from './use-route-focus.ts'
import { useRouteScroll } from './use-route-scroll.ts'
import { useWatches } from './use-watches.ts'
import { part } from '../ui/part.ts'

const ConfirmDanger = part(async () => ({
  default: (await import('./confirm-danger.tsx')).ConfirmDanger,
}))
// Asked for while there is a server: once it is gone its code is gone too.
const loadBanner = async () => ({ default: (await import('./offline-banner.tsx')).OfflineBanner })
const OfflineBanner = part(loadBanner)
const SignInAgain = part(async () => ({
  default: (await import('./sign-in-again.tsx')).SignInAgain,
}))

/** What every page stands in: title, scroll, focus, the dialogs and banners of the whole console. */
export function RootLayout() {
  const { t } = useTranslation()
  const systemName = useSite((site) => site.info.system_name)
  const unreachable = useSite((site) => site.unreachable)
  const lost = useConnection((connection) => connection.lost)
  const away = lost || unreachable
  const danger = useConfirm((confirm) => confirm.danger !== null)
  const expired = useSession((session) => session.expired)
  const navigation = useNavigation()
  const announcement = useRouteFocus()
  useRouteScroll()
  useWatches()
  useEffect(() => void loadBanner().catch(() => null), [])
  useEffect(() => {
    document.title = systemName
  }, [systemName])
  return (
    <>
      <a className="skip-link" href="#content">
        {t('shell.skip')}
      </a>
      {navigation.state === 'loading' && (
        <Box
          role="progressbar"
          aria-label={t('shell.loading')}
          className="route-progress"
          sx={{ bgcolor: 'primary.main' }}
        />
      )}
      <Suspense>{away && <OfflineBanner />}</Suspense>
      {/* While the session waits to be renewed the page lies behind the dialog as it was left. */}
      <Box inert={expired !== null}>
        <Outlet />
      </Box>
      <Suspense>{danger && <ConfirmDanger />}</Suspense>
      <Suspense>{expired !== null && <SignInAgain user={expired} />}</Suspense>
      <div className="visually-hidden" role="status" aria-live="polite">
        {announcement}
      </div>
    </>
  )
}
