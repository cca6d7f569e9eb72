import type { RouteObject } from 'react-router'
import { signedOutOnly } from '../guards.ts'
import { NotFoundPage } from '../pages/errors/not-found.tsx'
import { page } from './page.ts'

/** What anybody may open. */
export const publicPages: RouteObject[] = [
  {
    index: true,
    lazy: page(['charge', 'site'], async () => (await import('../pages/home.tsx')).HomePage),
  },
  {
    path: 'about',
    lazy: page(['site'], async () => (await import('../pages/about.tsx')).AboutPage),
  },
  {
    path: 'login',
    loader: signedOutOnly,
    lazy: page(['account', 'security'], async () => (await import('../pages/login.tsx')).LoginPage),
  },
  {
    path: 'register',
    loader: signedOutOnly,
    lazy: page(['account'], async () => (await import('../pages/register.tsx')).RegisterPage),
  },
  {
    path: 'reset',
    loader: signedOutOnly,
    lazy: page(['account'], async () => (await import('../pages/reset.tsx')).ResetPage),
  },
  {
    path: 'user/reset',
    lazy: page(
      ['account'],
      async () => (await import('../pages/login/user-reset.tsx')).UserResetPage,
    ),
  },
  ...(['github', 'lark', 'oidc'] as const).map((provider) => ({
    path: `oauth/${provider}`,
    lazy: page(
      ['account'],
      async () => (await import('../pages/login/oauth.tsx')).oauthPages[provider],
    ),
  })),
  {
    path: 'jump',
    lazy: page(['account'], async () => (await import('../pages/home/jump.tsx')).JumpPage),
  },
  {
    path: 'playground',
    lazy: page(
      ['account'],
      async () => (await import('../pages/public-playground.tsx')).PublicPlaygroundPage,
    ),
  },
  {
    path: 'billing-policy',
    lazy: page(
      ['policy'],
      async () => (await import('../pages/models/billing-policy-page.tsx')).BillingPolicyPage,
    ),
  },
  {
    path: 'price',
    lazy: page(
      ['charge', 'form', 'models', 'status', 'table', 'token'],
      async () => (await import('../pages/models/price-page.tsx')).PricePage,
    ),
  },
  { path: '404', Component: NotFoundPage },
  { path: '*', Component: NotFoundPage },
]
