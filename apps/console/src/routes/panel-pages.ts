import type { RouteObject } from 'react-router'
import { enterPanel, guard } from '../guards.ts'
import { NotFoundPage } from '../pages/errors/not-found.tsx'
import { page } from './page.ts'

/** Pages of the console, each with who may see it. */
export const panelPages: RouteObject[] = [
  { index: true, loader: enterPanel },
  {
    path: 'playcards',
    loader: guard('user'),
    lazy: page(
      ['menu', 'models', 'playcards', 'table', 'token'],
      async () => (await import('../pages/models/playcards/playcards-page.tsx')).PlaycardsPage,
    ),
  },
  {
    path: 'studio/image',
    loader: guard('user'),
    lazy: page(
      ['charge', 'studio', 'table'],
      async () => (await import('../pages/studio/image/image-studio.tsx')).ImageStudioPage,
    ),
  },
  {
    path: 'studio/speech',
    loader: guard('user'),
    lazy: page(
      ['charge', 'studio', 'table'],
      async () => (await import('../pages/studio/speech/speech-studio.tsx')).SpeechStudioPage,
    ),
  },
  {
    path: 'studio/transcription',
    loader: guard('user'),
    lazy: page(
      ['charge', 'studio', 'table'],
      async () =>
        (await import('../pages/studio/transcription/transcription-studio.tsx'))
          .TranscriptionStudioPage,
    ),
  },
  {
    path: 'studio/video',
    loader: guard('user'),
    lazy: page(
      ['charge', 'studio', 'table'],
      async () => (await import('../pages/studio/video/video-studio.tsx')).VideoStudioPage,
    ),
  },
  {
    path: 'studio/midjourney',
    loader: guard('user'),
    lazy: page(
      ['charge', 'studio', 'table'],
      async () =>
        (await import('../pages/studio/midjourney/midjourney-studio.tsx')).MidjourneyStudioPage,
    ),
  },
  {
    path: 'studio/music',
    loader: guard('user'),
    lazy: page(
      ['charge', 'studio', 'table'],
      async () => (await import('../pages/studio/music/music-studio.tsx')).MusicStudioPage,
    ),
  },
  {
    path: 'dashboard',
    loader: guard('user'),
    lazy: page(
      ['charge', 'chart', 'dashboard', 'fault', 'menu', 'status', 'table'],
      async () => (await import('../pages/dashboard.tsx')).DashboardPage,
    ),
  },
  {
    path: 'analytics',
    loader: guard('admin'),
    lazy: page(
      ['analytics', 'chart', 'fault', 'menu', 'table'],
      async () => (await import('../pages/usage/analytics/analytics-page.tsx')).AnalyticsPage,
    ),
  },
  {
    path: 'channel',
    loader: guard('admin'),
    lazy: page(
      [
        'channel',
        'fault',
        'form',
        'batch',
        'keys',
        'menu',
        'pricing',
        'status',
        'supplier',
        'table',
        'tags',
        'testing',
        'token',
      ],
      async () => (await import('../pages/channel.tsx')).ChannelPage,
    ),
  },
  {
    path: 'token',
    loader: guard('user'),
    lazy: page(
      ['form', 'menu', 'status', 'table', 'token'],
      async () => (await import('../pages/token.tsx')).TokenPage,
    ),
  },
  {
    path: 'setting',
    loader: guard('admin'),
    lazy: page(
      ['form', 'menu', 'setting', 'table'],
      async () => (await import('../pages/setting.tsx')).SettingPage,
    ),
  },
  {
    path: 'redemption',
    loader: guard('admin'),
    lazy: page(
      ['form', 'menu', 'redemption', 'status', 'table'],
      async () => (await import('../pages/wallet/redemption-page.tsx')).RedemptionPage,
    ),
  },
  {
    path: 'topup',
    loader: guard('user'),
    lazy: page(
      ['menu', 'profile', 'statement', 'status', 'table', 'topup'],
      async () => (await import('../pages/wallet/topup-page.tsx')).TopupPage,
    ),
  },
  {
    path: 'log',
    loader: guard('user'),
    lazy: page(
      ['charge', 'chart', 'form', 'log', 'menu', 'status', 'table'],
      async () => (await import('../pages/log.tsx')).LogPage,
    ),
  },
  {
    path: 'playground',
    loader: guard('user'),
    lazy: page(
      ['charge', 'menu', 'playground', 'table'],
      async () => (await import('../pages/playground.tsx')).PlaygroundPage,
    ),
  },
  {
    path: 'model_price',
    loader: guard('user'),
    lazy: page(
      ['charge', 'form', 'menu', 'models', 'status', 'table', 'token'],
      async () => (await import('../pages/models/catalogue-page.tsx')).CataloguePage,
    ),
  },
  {
    path: 'profile',
    loader: guard('user'),
    lazy: page(
      ['account', 'binding', 'form', 'menu', 'profile', 'security', 'status', 'table'],
      async () => (await import('../pages/profile.tsx')).ProfilePage,
    ),
  },
  {
    path: 'user',
    loader: guard('admin'),
    lazy: page(
      ['binding', 'form', 'menu', 'statement', 'status', 'table', 'user'],
      async () => (await import('../pages/user/user-page.tsx')).UserPage,
    ),
  },
  {
    path: 'telegram',
    loader: guard('admin'),
    lazy: page(
      ['form', 'menu', 'status', 'table', 'telegram'],
      async () => (await import('../pages/telegram/telegram-page.tsx')).TelegramPage,
    ),
  },
  {
    path: 'pricing',
    loader: guard('admin'),
    lazy: page(
      ['form', 'menu', 'pricing', 'status', 'table'],
      async () => (await import('../pages/pricing/pricing-page.tsx')).PricingPage,
    ),
  },
  {
    path: 'payment',
    loader: guard('admin'),
    lazy: page(
      ['form', 'menu', 'payment', 'status', 'table'],
      async () => (await import('../pages/wallet/payment/payment-page.tsx')).PaymentPage,
    ),
  },
  {
    path: 'midjourney',
    loader: guard('user'),
    lazy: page(
      ['charge', 'form', 'menu', 'status', 'table', 'task'],
      async () => (await import('../pages/log/task/task-pages.tsx')).MidjourneyPage,
    ),
  },
  {
    path: 'task',
    loader: guard('admin'),
    lazy: page(
      ['charge', 'form', 'menu', 'status', 'table', 'task'],
      async () => (await import('../pages/log/task/task-pages.tsx')).TaskPage,
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
      ['channel', 'chart', 'form', 'rider', 'status', 'table', 'token'],
      async () => (await import('../pages/kit/kit-page.tsx')).KitPage,
    ),
  })
}
