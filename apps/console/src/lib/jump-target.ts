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

export type JumpTarget = {
  readonly href: string
  /** What may be shown: no query, because that is where the key is. */
  readonly shown: string
}

/**
 * The app that a `/jump` link leads to, or null when it may not be followed: only schemes of apps,
 * and of those only the known ones and the ones of this site's chat links.
 */
export function jumpTarget(url: string | null, chatLinks: readonly string[]): JumpTarget | null {
  if (url === null || url.length > longest) return null
  const app = appOf(url)
  if (app === null || ![...known, ...chatLinks.map(appOf)].includes(app)) return null
  return { href: url, shown: url.replace(/[?#].*$/, '').replace(/\/\/[^/]*@/, '//') }
}
