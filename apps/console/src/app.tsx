import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RouterProvider } from 'react-router/dom'
import { queryClient } from './api/query-client.ts'
import { createRouter } from './routes.tsx'
import { useCustomization } from './stores/customization.ts'
import { whenNoticesWanted } from './ui/notify.tsx'
import { themeOf } from './ui/theme/create-theme.ts'

const retryMs = 3000

/** The first notice is often that the network is gone, and this code with it: tried until it is there. */
async function loadNoticeHost(): Promise<{ default: ComponentType }> {
  for (;;) {
    try {
      return { default: (await import('./ui/notice-host.tsx')).NoticeHost }
    } catch {
      await new Promise((resolve) => setTimeout(resolve, retryMs))
    }
  }
}

const NoticeHost = lazy(loadNoticeHost)

const router = createRouter()

export function App() {
  const { i18n } = useTranslation()
  const [notices, setNotices] = useState(false)
  useEffect(() => whenNoticesWanted(() => setNotices(true)), [])
  const chinese = i18n.language === 'zh_CN'
  const theme = useCustomization((look) => look.theme)
  const fontFamily = useCustomization((look) => look.fontFamily)
  const borderRadius = useCustomization((look) => look.borderRadius)
  const muiTheme = useMemo(
    () => themeOf({ theme, fontFamily, borderRadius, chinese }),
    [theme, fontFamily, borderRadius, chinese],
  )
  return (
    <ThemeProvider theme={muiTheme}>
      <CssBaseline />
      <Suspense>{notices && <NoticeHost />}</Suspense>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </ThemeProvider>
  )
}
