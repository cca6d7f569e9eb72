import { z } from 'zod'
import type { PhraseText } from './phrases.ts'
import { nameOf } from './scalars.ts'

/*
 * Chat clients that take a key of this site over a link. `{key}` and `{server}` in an address stand for
 * the key and for this site's own address.
 */

/**
 * Schemes that run code here, read this machine, are no address of an app or a page, or lead on to a web
 * page or a message to somebody, in which the key would leave without the question about its host.
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

/** Windows' own: `ms-msdt:`, `ms-settings:` and their like. */
const isWindows = (scheme: string): boolean => scheme.startsWith('ms-')

/** The scheme of an address that may be followed: of a page or of an app. Null: it may not. */
export function schemeToFollow(address: string): string | null {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(address)?.[1]?.toLowerCase()
  // A browser drops tabs and line breaks before it reads the scheme.
  const isPlain = !/\s|\p{Cc}|\\/u.test(address)
  if (scheme === undefined || never.has(scheme) || isWindows(scheme)) return null
  return isPlain ? scheme : null
}

const isChatAddress = (text: string): boolean =>
  schemeToFollow(text) !== null && URL.canParse(withPlaceholders(text))

/** An address of a page or an app, with room for a key and this site's address in it. */
export const ChatAddress = z
  .string()
  .max(2_000)
  .refine(isChatAddress, {
    error: 'not an address of a page or an app' satisfies PhraseText,
  })

export const ChatLink = z.strictObject({
  name: nameOf('field.required').max(60),
  url: ChatAddress,
  /** Whether it is offered beside a key. */
  show: z.boolean(),
  /** The highest stands first. */
  sort: z.number(),
})
export type ChatLink = z.output<typeof ChatLink>

export const ChatLinkList = z.array(ChatLink).max(50)

/** What is offered until the operator says otherwise: two shown, two hidden. */
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
 * The host whose page is given the key: in the request, or in the fragment, which no request carries and the
 * page's scripts read. Null: none is, because the key is not in the address or goes to an app of this machine.
 */
export const hostToldTheKey = (url: string): string | null =>
  /^https?:/i.test(url) && url.includes('{key}') ? new URL(withPlaceholders(url)).host : null

const withPlaceholders = (url: string): string =>
  url.replaceAll('{key}', 'key').replaceAll('{server}', 'server')
