import type { Studio } from '@posthouse/contract/calls/works'

const withQuery = (
  path: string,
  query: Readonly<Record<string, string | number | undefined>>,
): string => {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  return search.size === 0 ? path : `${path}?${search}`
}

/** Every address of the console. Links are made here and nowhere else. */
export const paths = {
  home: '/',
  about: '/about',
  login: (next?: string) => withQuery('/login', { next }),
  register: '/register',
  /** A sign-up that names who invited. */
  invitation: (aff: string) => withQuery('/register', { aff }),
  reset: '/reset',
  publicPlayground: '/playground',
  price: '/price',
  billingPolicy: '/billing-policy',
  notFound: '/404',
  panel: '/panel',
  playcards: '/panel/playcards',
  /** A studio, with a model chosen. */
  studio: (name: Studio, model?: string) => withQuery(`/panel/studio/${name}`, { model }),
  dashboard: '/panel/dashboard',
  analytics: '/panel/analytics',
  channel: '/panel/channel',
  channelTags: withQuery('/panel/channel', { tab: 'tags' }),
  /** The list of the channels with a tag. */
  channelsOf: (tag: string) => withQuery('/panel/channel', { tag }),
  token: '/panel/token',
  channelRow: (row: string | number) => withQuery('/panel/channel', { row }),
  userRow: (row: string | number) => withQuery('/panel/user', { row }),
  tokenRow: (row: string | number) => withQuery('/panel/token', { row }),
  /** The list with its form for a new entry open. */
  newChannel: withQuery('/panel/channel', { create: 'yes' }),
  newUser: withQuery('/panel/user', { create: 'yes' }),
  newRedemption: withQuery('/panel/redemption', { create: 'yes' }),
  redemptionRow: (row: string | number) => withQuery('/panel/redemption', { row }),
  newToken: withQuery('/panel/token', { create: 'yes' }),
  log: (query: Readonly<Record<string, string | number | undefined>> = {}) =>
    withQuery('/panel/log', query),
  /** Why a row cost what it did: the address behind every amount. */
  charge: (row: string | number) => withQuery('/panel/log', { row, panel: 'charge' }),
  playground: '/panel/playground',
  /** A new conversation with a model. */
  tryModel: (model: string) => withQuery('/panel/playground', { model }),
  redemption: '/panel/redemption',
  /** Codes that were created together. */
  redemptionBatch: (batch: string) => withQuery('/panel/redemption', { batch }),
  topup: '/panel/topup',
  midjourney: '/panel/midjourney',
  drawingRow: (row: string) => withQuery('/panel/midjourney', { row }),
  task: '/panel/task',
  taskRow: (row: string) => withQuery('/panel/task', { row }),
  user: '/panel/user',
  groups: withQuery('/panel/user', { tab: 'groups' }),
  usersOf: (group: string) => withQuery('/panel/user', { group }),
  profile: '/panel/profile',
  pricing: '/panel/pricing',
  modelPrice: '/panel/model_price',
  /** A model, with its prices and code that calls it. */
  modelOf: (model: string) => withQuery('/panel/model_price', { row: model }),
  payment: '/panel/payment',
  gateways: withQuery('/panel/payment', { tab: 'gateways' }),
  setting: '/panel/setting',
  /** A section of the system settings, which is scrolled to. */
  settingSection: (
    section: 'sign-in' | 'mail' | 'github' | 'wechat' | 'lark' | 'oidc' | 'telegram',
  ) => withQuery('/panel/setting', { tab: 'system', section }),
  telegram: '/panel/telegram',
  panelNotFound: '/panel/404',
} as const

/**
 * Where to go after a sign-in. Only paths of this site: anything that a browser could read as
 * another origin (`//host`, a backslash, a scheme, control characters) leads to the fallback.
 */
export function safeNext(next: string | null, fallback: string): string {
  if (next === null || !next.startsWith('/') || /^\/[/\\]/.test(next)) return fallback
  // A browser drops tabs and line breaks and reads a backslash as a slash.
  if (/[\\\s]|\p{Cc}/u.test(next)) return fallback
  const url = URL.parse(next, 'https://here.invalid')
  if (url === null || url.origin !== 'https://here.invalid') return fallback
  const path = `${url.pathname}${url.search}${url.hash}`
  return path.startsWith('//') || url.pathname === '/login' ? fallback : path
}
