import type { ComponentType } from 'react'
import { createBrowserRouter, type RouteObject } from 'react-router'
import { enterPanel, guard, signedOutOnly } from './guards.ts'
import { withTexts } from './i18n/index.ts'
import type { Area } from './i18n/zh-cn.ts'
import { BootScreen } from './layouts/boot-screen.tsx'
import { RootLayout } from './layouts/root-layout.tsx'
import { NotFoundPage } from './pages/not-found.tsx'
import { RouteFailure } from './layouts/route-failure.tsx'

/** A page with the texts that it shows, `shell` apart, which is always there. */
function page(areas: readonly Area[], code: () => Promise<ComponentType>) {
  const load = withTexts(areas, code)
  return async () => ({ Component: await load() })
}

const publicPages: RouteObject[] = [
  {
    index: true,
    lazy: page(['charge', 'site'], async () => (await import('./pages/home.tsx')).HomePage),
  },
  {
    path: 'about',
    lazy: page(['site'], async () => (await import('./pages/about.tsx')).AboutPage),
  },
  {
    path: 'login',
    loader: signedOutOnly,
    lazy: page(['account'], async () => (await import('./pages/login.tsx')).LoginPage),
  },
  {
    path: 'register',
    loader: signedOutOnly,
    lazy: page(['account'], async () => (await import('./pages/register.tsx')).RegisterPage),
  },
  {
    path: 'reset',
    loader: signedOutOnly,
    lazy: page(['account'], async () => (await import('./pages/reset.tsx')).ResetPage),
  },
  {
    path: 'user/reset',
    lazy: page(['account'], async () => (await import('./pages/user-reset.tsx')).UserResetPage),
  },
  {
    path: 'oauth/:provider',
    loader: signedOutOnly,
    lazy: page(['account'], async () => (await import('./pages/oauth.tsx')).OauthPage),
  },
  {
    path: 'jump',
    lazy: page(['account'], async () => (await import('./pages/jump.tsx')).JumpPage),
  },
  {
    path: 'playground',
    lazy: page(
      ['account'],
      async () => (await import('./pages/public-playground.tsx')).PublicPlaygroundPage,
    ),
  },
  { path: '404', Component: NotFoundPage },
  { path: '*', Component: NotFoundPage },
]

const panelPages: RouteObject[] = [
  { index: true, loader: enterPanel },
  {
    path: 'dashboard',
    loader: guard('user'),
    lazy: page(
      [
        'account',
        'channel',
        'charge',
        'chart',
        'dashboard',
        'form',
        'menu',
        'status',
        'table',
        'token',
      ],
      async () => (await import('./pages/dashboard.tsx')).DashboardPage,
    ),
  },
  {
    path: 'channel',
    loader: guard('admin'),
    lazy: page(
      ['channel', 'form', 'log', 'menu', 'status', 'table', 'token'],
      async () => (await import('./pages/channel.tsx')).ChannelPage,
    ),
  },
  {
    path: 'token',
    loader: guard('user'),
    lazy: page(
      ['channel', 'form', 'menu', 'status', 'table', 'token'],
      async () => (await import('./pages/token.tsx')).TokenPage,
    ),
  },
  {
    path: 'log',
    loader: guard('user'),
    lazy: page(
      ['charge', 'chart', 'form', 'log', 'menu', 'status', 'table'],
      async () => (await import('./pages/log.tsx')).LogPage,
    ),
  },
  {
    path: 'playground',
    loader: guard('user'),
    lazy: page(
      ['account', 'charge', 'dashboard', 'menu', 'playground', 'table'],
      async () => (await import('./pages/playground.tsx')).PlaygroundPage,
    ),
  },
  { path: '404', loader: guard('user'), Component: NotFoundPage },
  { path: '*', loader: guard('user'), Component: NotFoundPage },
]

/** The kit's gallery. A build for production drops the branch, and the pages behind it. */
if (import.meta.env.DEV) {
  panelPages.unshift({
    path: '_kit',
    loader: guard('user'),
    lazy: page(
      ['channel', 'chart', 'form', 'menu', 'status', 'table', 'token'],
      async () => (await import('./pages/kit.tsx')).KitPage,
    ),
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
