import { type Access, roleFor } from '@posthouse/contract/endpoint'
import {
  type Icon,
  IconArticle,
  IconBrandTelegram,
  IconBrush,
  IconChartHistogram,
  IconCoin,
  IconCreditCard,
  IconCube,
  IconGauge,
  IconKey,
  IconLayoutGrid,
  IconListCheck,
  IconMessageCircle,
  IconReceipt,
  IconSettings,
  IconSitemap,
  IconUser,
  IconUserCircle,
  IconWallet,
} from '@tabler/icons-react'
import { paths } from './paths.ts'

export const captions = [
  'overview',
  'gateway',
  'wallet',
  'works',
  'accounts',
  'prices',
  'system',
] as const

export type MenuEntry = {
  readonly id: string
  /** Catalogue key is `menu.<id>`. */
  readonly title: `menu.${string}`
  readonly url: string
  readonly icon: Icon
  readonly access: Extract<Access, 'user' | 'admin'>
  readonly caption: (typeof captions)[number]
  /** Screens that are not there yet are not in the menu either. */
  readonly built: boolean
}

/** The side menu: the specification's entries in its order. */
export const menu = [
  {
    id: 'playcards',
    title: 'menu.playcards',
    url: paths.playcards,
    icon: IconLayoutGrid,
    access: 'user',
    caption: 'overview',
    built: false,
  },
  {
    id: 'dashboard',
    title: 'menu.dashboard',
    url: paths.dashboard,
    icon: IconGauge,
    access: 'user',
    caption: 'overview',
    built: true,
  },
  {
    id: 'analytics',
    title: 'menu.analytics',
    url: paths.analytics,
    icon: IconChartHistogram,
    access: 'admin',
    caption: 'overview',
    built: false,
  },
  {
    id: 'channel',
    title: 'menu.channel',
    url: paths.channel,
    icon: IconSitemap,
    access: 'admin',
    caption: 'gateway',
    built: true,
  },
  {
    id: 'token',
    title: 'menu.token',
    url: paths.token,
    icon: IconKey,
    access: 'user',
    caption: 'gateway',
    built: true,
  },
  {
    id: 'log',
    title: 'menu.log',
    url: paths.log(),
    icon: IconArticle,
    access: 'user',
    caption: 'gateway',
    built: true,
  },
  {
    id: 'playground',
    title: 'menu.playground',
    url: paths.playground,
    icon: IconMessageCircle,
    access: 'user',
    caption: 'gateway',
    built: true,
  },
  {
    id: 'redemption',
    title: 'menu.redemption',
    url: paths.redemption,
    icon: IconCoin,
    access: 'admin',
    caption: 'wallet',
    built: false,
  },
  {
    id: 'topup',
    title: 'menu.topup',
    url: paths.topup,
    icon: IconCreditCard,
    access: 'user',
    caption: 'wallet',
    built: false,
  },
  {
    id: 'midjourney',
    title: 'menu.midjourney',
    url: paths.midjourney,
    icon: IconBrush,
    access: 'user',
    caption: 'works',
    built: false,
  },
  {
    id: 'task',
    title: 'menu.task',
    url: paths.task,
    icon: IconListCheck,
    access: 'admin',
    caption: 'works',
    built: false,
  },
  {
    id: 'user',
    title: 'menu.user',
    url: paths.user,
    icon: IconUser,
    access: 'admin',
    caption: 'accounts',
    built: false,
  },
  {
    id: 'profile',
    title: 'menu.profile',
    url: paths.profile,
    icon: IconUserCircle,
    access: 'user',
    caption: 'accounts',
    built: false,
  },
  {
    id: 'pricing',
    title: 'menu.pricing',
    url: paths.pricing,
    icon: IconReceipt,
    access: 'admin',
    caption: 'prices',
    built: false,
  },
  {
    id: 'model_price',
    title: 'menu.model_price',
    url: paths.modelPrice,
    icon: IconCube,
    access: 'user',
    caption: 'prices',
    built: false,
  },
  {
    id: 'payment',
    title: 'menu.payment',
    url: paths.payment,
    icon: IconWallet,
    access: 'admin',
    caption: 'prices',
    built: false,
  },
  {
    id: 'setting',
    title: 'menu.setting',
    url: paths.setting,
    icon: IconSettings,
    access: 'admin',
    caption: 'system',
    built: false,
  },
  {
    id: 'telegram',
    title: 'menu.telegram',
    url: paths.telegram,
    icon: IconBrandTelegram,
    access: 'admin',
    caption: 'system',
    built: false,
  },
] as const satisfies readonly MenuEntry[]

/** What somebody of this role sees. */
export const menuFor = (role: number): readonly (typeof menu)[number][] =>
  menu.filter((entry) => entry.built && role >= roleFor[entry.access])

/** The entry that a path belongs to. */
export const entryOf = (path: string): (typeof menu)[number] | undefined =>
  menu.find((entry) => path === entry.url || path.startsWith(`${entry.url}/`))
