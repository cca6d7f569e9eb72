/** Apps of the family that take a key over a link, whatever the operator has configured. */
const known = ['opencat', 'ama']

/** Schemes that run code here, read this site or open another web page: never followed. */
const never = new Set([
  'http',
  'https',
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
])

const longest = 4096

const schemeOf = (address: string): string =>
  /^([a-z][a-z0-9+.-]*):\/\//i.exec(address)?.[1]?.toLowerCase() ?? ''

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
  // A browser drops tabs and line breaks before it reads the scheme.
  if (/\s|\p{Cc}|\\/u.test(url)) return null
  const scheme = schemeOf(url)
  if (scheme === '' || never.has(scheme)) return null
  if (![...known, ...chatLinks.map(schemeOf)].includes(scheme)) return null
  return { href: url, shown: url.replace(/[?#].*$/, '').replace(/\/\/[^/]*@/, '//') }
}
