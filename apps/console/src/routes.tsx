import { createBrowserRouter, type RouteObject } from 'react-router'
import { guard } from './guards.ts'
import { BootScreen } from './layouts/boot-screen.tsx'
import { RootLayout } from './layouts/root-layout.tsx'
import { RouteFailure } from './layouts/route-failure.tsx'
import { page } from './routes/page.ts'
import { panelPages } from './routes/panel-pages.ts'
import { publicPages } from './routes/public-pages.ts'

/** Every page. Layouts draw the frame; a failure is shown inside the frame it happened in. */
export const routes: RouteObject[] = [
  {
    path: '/',
    Component: RootLayout,
    HydrateFallback: BootScreen,
    ErrorBoundary: RouteFailure,
    children: [
      {
        lazy: page([], async () => (await import('./layouts/public-layout.tsx')).PublicLayout),
        children: [{ ErrorBoundary: RouteFailure, children: publicPages }],
      },
      {
        path: 'panel',
        loader: guard('user'),
        lazy: page(
          ['menu', 'palette'],
          async () => (await import('./layouts/panel-layout.tsx')).PanelLayout,
        ),
        children: [{ ErrorBoundary: RouteFailure, children: panelPages }],
      },
    ],
  },
]

export const createRouter = () => createBrowserRouter(routes)
