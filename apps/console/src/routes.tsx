import { createBrowserRouter, type RouteObject } from 'react-router'
import { enterPanel, guard, signedOutOnly } from './guards.ts'
import { BootScreen } from './layouts/boot-screen.tsx'
import { RootLayout } from './layouts/root-layout.tsx'
import { NotFoundPage } from './pages/not-found.tsx'
import { RouteFailure } from './layouts/route-failure.tsx'

const publicPages: RouteObject[] = [
  { index: true, lazy: async () => ({ Component: (await import('./pages/home.tsx')).HomePage }) },
  {
    path: 'about',
    lazy: async () => ({ Component: (await import('./pages/about.tsx')).AboutPage }),
  },
  {
    path: 'login',
    loader: signedOutOnly,
    lazy: async () => ({ Component: (await import('./pages/login.tsx')).LoginPage }),
  },
  {
    path: 'register',
    loader: signedOutOnly,
    lazy: async () => ({ Component: (await import('./pages/register.tsx')).RegisterPage }),
  },
  {
    path: 'reset',
    loader: signedOutOnly,
    lazy: async () => ({ Component: (await import('./pages/reset.tsx')).ResetPage }),
  },
  {
    path: 'user/reset',
    lazy: async () => ({ Component: (await import('./pages/user-reset.tsx')).UserResetPage }),
  },
  {
    path: 'oauth/:provider',
    loader: signedOutOnly,
    lazy: async () => ({ Component: (await import('./pages/oauth.tsx')).OauthPage }),
  },
  {
    path: 'jump',
    lazy: async () => ({ Component: (await import('./pages/jump.tsx')).JumpPage }),
  },
  {
    path: 'playground',
    lazy: async () => ({
      Component: (await import('./pages/public-playground.tsx')).PublicPlaygroundPage,
    }),
  },
  { path: '404', Component: NotFoundPage },
  { path: '*', Component: NotFoundPage },
]

const panelPages: RouteObject[] = [
  { index: true, loader: enterPanel },
  {
    path: 'dashboard',
    loader: guard('user'),
    lazy: async () => ({ Component: (await import('./pages/dashboard.tsx')).DashboardPage }),
  },
  {
    path: 'channel',
    loader: guard('admin'),
    lazy: async () => ({ Component: (await import('./pages/channel.tsx')).ChannelPage }),
  },
  {
    path: 'token',
    loader: guard('user'),
    lazy: async () => ({ Component: (await import('./pages/token.tsx')).TokenPage }),
  },
  {
    path: 'log',
    loader: guard('user'),
    lazy: async () => ({ Component: (await import('./pages/log.tsx')).LogPage }),
  },
  {
    path: 'playground',
    loader: guard('user'),
    lazy: async () => ({ Component: (await import('./pages/playground.tsx')).PlaygroundPage }),
  },
  { path: '404', loader: guard('user'), Component: NotFoundPage },
  { path: '*', loader: guard('user'), Component: NotFoundPage },
]

/** The kit's gallery. A build for production drops the branch, and the pages behind it. */
if (import.meta.env.DEV) {
  panelPages.unshift({
    path: '_kit',
    loader: guard('user'),
    lazy: async () => ({ Component: (await import('./pages/kit.tsx')).KitPage }),
  })
}

/** Every page. Layouts draw the frame; a failure is shown inside the frame it happened in. */
const routes: RouteObject[] = [
  {
    path: '/',
    Component: RootLayout,
    HydrateFallback: BootScreen,
    ErrorBoundary: RouteFailure,
    children: [
      {
        lazy: async () => ({
          Component: (await import('./layouts/public-layout.tsx')).PublicLayout,
        }),
        children: [{ ErrorBoundary: RouteFailure, children: publicPages }],
      },
      {
        path: 'panel',
        loader: guard('user'),
        lazy: async () => ({ Component: (await import('./layouts/panel-layout.tsx')).PanelLayout }),
        children: [{ ErrorBoundary: RouteFailure, children: panelPages }],
      },
    ],
  },
]

export const createRouter = () => createBrowserRouter(routes)
