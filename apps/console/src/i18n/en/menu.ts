import type { texts as Zh } from '../zh/menu.ts'

/** The side menu. */
export const texts: typeof Zh = {
  menu: {
    playcards: 'Feature square',
    dashboard: 'Dashboard',
    analytics: 'Analytics',
    channel: 'Channels',
    token: 'Tokens',
    log: 'Logs',
    playground: 'Playground',
    redemption: 'Redemption',
    topup: 'Top-up',
    midjourney: 'Midjourney',
    task: 'Asynchronous tasks',
    user: 'Users',
    profile: 'Profile',
    pricing: 'Pricing',
    model_price: 'Available models',
    payment: 'Payments',
    setting: 'Settings',
    telegram: 'Telegram bot menu',
    caption: {
      overview: 'Overview',
      gateway: 'Gateway',
      wallet: 'Wallet',
      works: 'Works',
      accounts: 'Accounts',
      prices: 'Prices & payments',
      system: 'System',
    },
  },
}
