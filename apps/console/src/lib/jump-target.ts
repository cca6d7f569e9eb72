import { schemeToFollow } from '@posthouse/contract/chat-links'

/** Apps of the family that take a key over a link, whatever the operator has configured. */
const known = ['opencat', 'ama']

const longest = 4096

/** Of an app, which is no web page. */
function appOf(address: string): string | null {
  const scheme = schemeToFollow(address)
  const isApp =
    scheme !== null && !/^https?$/.test(scheme) && address.startsWith('//', scheme.length + 1)
  return isApp ? scheme : null
}

/** Of a chat client that is a web page of this site's list: the page itself, and no other of its host. */
function siteOf(address: string, chatLinks: readonly string[]): string | null {
  const target = pageOf(address)
  if (target === null || target.username !== '' || target.password !== '') return null
  const isListed = chatLinks
    .map(pageOf)
    .some((page) => page?.origin === target.origin && page.pathname === target.pathname)
  return isListed ? target.host : null
}

const pageOf = (address: string): URL | null =>
  /^https?$/.test(schemeToFollow(address) ?? '') ? URL.parse(address) : null

export type JumpTarget = {
  readonly href: string
  /** What may be shown: no query, because that is where the key is. */
  readonly shown: string
  /** The host of a chat client that is a web page; null: it is an app. */
  readonly host: string | null
}

/**
 * The chat client that a `/jump` link leads to, or null when it may not be followed: only the known apps, and the
 * apps and pages of this site's chat links.
 */
export function jumpTarget(url: string | null, chatLinks: readonly string[]): JumpTarget | null {
  if (url === null || url.length > longest) return null
  const app = appOf(url)
  const isKnown = app !== null && [...known, ...chatLinks.map(appOf)].includes(app)
  const host = siteOf(url, chatLinks)
  if (!isKnown && host === null) return null
  return { href: url, shown: url.replace(/[?#].*$/, '').replace(/\/\/[^/]*@/, '//'), host }
}
