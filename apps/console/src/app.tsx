import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { RouterProvider } from 'react-router/dom'
import { queryClient } from './api/query-client.ts'
import { createRouter } from './routes.tsx'
import { useCustomization } from './stores/customization.ts'
import { themeOf } from './ui/theme/create-theme.ts'

const NoticeHost = lazy(async () => ({
  default: (await import('./ui/notice-host.tsx')).NoticeHost,
}))

const router = createRouter()

export function App() {
  const { i18n } = useTranslation()
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
      <Suspense>
        <NoticeHost />
      </Suspense>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </ThemeProvider>
  )
}
