import { z } from 'zod'
import type { PhraseText } from './phrases.ts'
import { nameOf } from './scalars.ts'

/*
 * Chat clients that receive a key of this site through a link. In an address, `{key}` is replaced by the key and
 * `{server}` by this site's address.
 */

/**
 * Schemes that run code in the browser, read local files, or are not the address of an app or page. Also schemes that
 * open a web page or a message: the key would be sent without asking the user about its host.
 */
const never: ReadonlySet<string> = new Set([
  'javascript',
  'vbscript',
  'data',
  'blob',
  'file',
  'filesystem',
  'about',
  'view-source',
  'ws',
  'wss',
  'ftp',
  'intent',
  'android-app',
  'microsoft-edge',
  'mailto',
  'tel',
  'sms',
  'smsto',
])

/** Windows schemes such as `ms-msdt:` and `ms-settings:`. */
const isWindows = (scheme: string): boolean => scheme.startsWith('ms-')

/** The scheme of an address that links may open, of a page or an app. `null` when it may not be opened. */
export function schemeToFollow(address: string): string | null {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(address)?.[1]?.toLowerCase()
  // Browsers drop tabs and line breaks before they read the scheme.
  const isPlain = !/\s|\p{Cc}|\\/u.test(address)
  if (scheme === undefined || never.has(scheme) || isWindows(scheme)) return null
  return isPlain ? scheme : null
}

const isChatAddress = (text: string): boolean =>
  schemeToFollow(text) !== null && URL.canParse(withPlaceholders(text))

/** The address of a page or an app, with optional placeholders for a key and this site's address. */
export const ChatAddress = z
  .string()
  .max(2_000)
  .refine(isChatAddress, {
    error: 'not an address of a page or an app' satisfies PhraseText,
  })

export const ChatLink = z.strictObject({
  name: nameOf('field.required').max(60),
  url: ChatAddress,
  /** Whether the client is offered next to a key. */
  show: z.boolean(),
  /** Higher values come first. */
  sort: z.number(),
})
export type ChatLink = z.output<typeof ChatLink>

export const ChatLinkList = z.array(ChatLink).max(50)

/** The default until the operator changes it: two shown, two hidden. */
export const defaultChatLinks: readonly ChatLink[] = [
  {
    name: 'ChatGPT Next',
    url: 'https://app.nextchat.dev/#/?settings={"key":"{key}","url":"{server}"}',
    show: true,
    sort: 1,
  },
  {
    name: 'ChatGPT Web Midjourney Proxy',
    url: 'https://vercel.ddaiai.com/#/?settings={"key":"{key}","url":"{server}"}',
    show: true,
    sort: 2,
  },
  { name: 'AMA', url: 'ama://set-api-key?server={server}&key={key}', show: false, sort: 3 },
  { name: 'OpenCat', url: 'opencat://team/join?domain={server}&token={key}', show: false, sort: 4 },
]

/**
 * The host whose page receives the key, in the request or in the fragment. A fragment is not sent in the request, but
 * the page's scripts can read it. `null` when the address has no key or opens a local app.
 */
export const hostToldTheKey = (url: string): string | null =>
  /^https?:/i.test(url) && url.includes('{key}') ? new URL(withPlaceholders(url)).host : null

const withPlaceholders = (url: string): string =>
  url.replaceAll('{key}', 'key').replaceAll('{server}', 'server')
