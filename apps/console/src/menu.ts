import { isAdministrator } from '@posthouse/contract/user'
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
import type { zhCn } from './i18n/zh-cn.ts'
import { paths } from './paths.ts'

type Words = (typeof zhCn)['menu']
/** A key of the catalogue that a menu may show. */
type MenuTitle =
  | `menu.${Exclude<keyof Words, 'caption'>}`
  | `menu.caption.${keyof Words['caption']}`

type Shared = {
  readonly id: string
  readonly title: MenuTitle
  /** Shown to administrators only. */
  readonly isAdmin?: boolean
}

export type MenuItem = Shared & {
  readonly type: 'item'
  readonly url: string
  readonly icon: Icon
  /** `false`: the page has no trail above its heading. */
  readonly breadcrumbs?: boolean
  /** The address is on another site. */
  readonly external?: boolean
  /** Opens in a tab of its own. */
  readonly target?: boolean
  readonly disabled?: boolean
  /** A second, quiet line under the title. */
  readonly caption?: MenuTitle
  /** A word at the end of the row. */
  readonly chip?: MenuTitle
}

/** Entries under a caption. */
export type MenuGroup = Shared & { readonly type: 'group'; readonly children: readonly MenuNode[] }

/** Entries that fold away under a row of their own. */
export type MenuCollapse = Shared & {
  readonly type: 'collapse'
  readonly icon: Icon
  readonly children: readonly MenuNode[]
}

export type MenuNode = MenuItem | MenuGroup | MenuCollapse

const group = (id: keyof Words['caption'], children: readonly MenuItem[]) =>
  ({ id, type: 'group', title: `menu.caption.${id}`, children }) as const

const everybody = (id: Exclude<keyof Words, 'caption'>, url: string, icon: Icon) =>
  ({ id, type: 'item', title: `menu.${id}`, url, icon }) as const

const administrators = (...entry: Parameters<typeof everybody>) =>
  ({ ...everybody(...entry), isAdmin: true }) as const

/** The side menu: the specification's entries in its order. */
export const menu = [
  group('overview', [
    everybody('playcards', paths.playcards, IconLayoutGrid),
    everybody('dashboard', paths.dashboard, IconGauge),
    administrators('analytics', paths.analytics, IconChartHistogram),
  ]),
  group('gateway', [
    administrators('channel', paths.channel, IconSitemap),
    everybody('token', paths.token, IconKey),
    everybody('log', paths.log(), IconArticle),
    everybody('playground', paths.playground, IconMessageCircle),
  ]),
  group('wallet', [
    administrators('redemption', paths.redemption, IconCoin),
    everybody('topup', paths.topup, IconCreditCard),
  ]),
  group('works', [
    everybody('midjourney', paths.midjourney, IconBrush),
    administrators('task', paths.task, IconListCheck),
  ]),
  group('accounts', [
    administrators('user', paths.user, IconUser),
    everybody('profile', paths.profile, IconUserCircle),
  ]),
  group('prices', [
    administrators('pricing', paths.pricing, IconReceipt),
    everybody('model_price', paths.modelPrice, IconCube),
    administrators('payment', paths.payment, IconWallet),
  ]),
  group('system', [
    administrators('setting', paths.setting, IconSettings),
    administrators('telegram', paths.telegram, IconBrandTelegram),
  ]),
]

/** The nodes that may be shown; a node whose children are all gone is gone too. */
function visible(nodes: readonly MenuNode[], administrator: boolean): MenuNode[] {
  return nodes.flatMap((node): MenuNode[] => {
    if (node.isAdmin === true && !administrator) return []
    if (node.type === 'item') return [node]
    // A type that nobody knows has no children to look at; drawing it says what is wrong.
    if (node.type !== 'group' && node.type !== 'collapse') return [node]
    const children = visible(node.children, administrator)
    return children.length === 0 ? [] : [{ ...node, children }]
  })
}

/** What somebody of this role sees. */
export const menuFor = (role: number): readonly MenuNode[] => visible(menu, isAdministrator(role))

/** The entries of some nodes without what they stand in. */
export const itemsOf = (nodes: readonly MenuNode[]): readonly MenuItem[] =>
  nodes.flatMap((node) => (node.type === 'item' ? [node] : itemsOf(node.children)))

type Place = { readonly group: MenuGroup; readonly item: MenuItem }

/** The entry that a path belongs to, and the group in which it stands. */
export function placeOf(path: string): Place | undefined {
  for (const within of menu) {
    const item = within.children.find(({ url }) => path === url || path.startsWith(`${url}/`))
    if (item !== undefined) return { group: within, item }
  }
  return undefined
}
