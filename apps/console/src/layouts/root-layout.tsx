import { lazy, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useNavigation } from 'react-router'
import LinearProgress from '@mui/material/LinearProgress'
import { useConfirm } from '../stores/confirm.ts'
import { useConnection } from '../stores/connection.ts'
import { useSite } from '../stores/site.ts'
import { useRouteFocus } from './use-route-focus.ts'
import { useRouteScroll } from './use-route-scroll.ts'

const ConfirmDanger = lazy(async () => ({
  default: (await import('./confirm-danger.tsx')).ConfirmDanger,
}))
const OfflineBanner = lazy(async () => ({
  default: (await import('./offline-banner.tsx')).OfflineBanner,
}))

/** What every page stands in: title, scroll, focus, the dialogs and banners of the whole console. */
export function RootLayout() {
  const { t } = useTranslation()
  const systemName = useSite((site) => site.info.system_name)
  const unreachable = useSite((site) => site.unreachable)
  const lost = useConnection((connection) => connection.lost)
  const away = lost || unreachable
  const danger = useConfirm((confirm) => confirm.danger !== null)
  const navigation = useNavigation()
  const announcement = useRouteFocus()
  useRouteScroll()
  useEffect(() => {
    document.title = systemName
  }, [systemName])
  return (
    <>
      <a className="skip-link" href="#content">
        {t('shell.skip')}
      </a>
      {navigation.state === 'loading' && (
        <LinearProgress
          aria-label={t('shell.loading')}
          sx={{ position: 'fixed', top: 0, left: 0, right: 0, height: 2, zIndex: 1400 }}
        />
      )}
      <Suspense>{away && <OfflineBanner />}</Suspense>
      <Outlet />
      <Suspense>{danger && <ConfirmDanger />}</Suspense>
      <div className="visually-hidden" role="status" aria-live="polite">
        {announcement}
      </div>
    </>
  )
}
