import { type ChatLink, ChatLinkList } from '@posthouse/contract/chat-links'

/** None of what cannot be read: a client that nobody named must not be offered a key. */
function listed(text: string): readonly ChatLink[] {
  try {
    return ChatLinkList.parse(JSON.parse(text))
  } catch {
    return []
  }
}

/** The site's chat clients, highest sort first; its own chat link takes the place of the first one's. */
export function chatLinks(site: {
  readonly chat_link: string
  readonly chat_links: string
}): readonly ChatLink[] {
  return listed(site.chat_links)
    .map((link, index) =>
      index === 0 && site.chat_link !== '' ? { ...link, url: site.chat_link } : link,
    )
    .toSorted((one, other) => other.sort - one.sort)
}

/** The address of a client with a key and this server in it, wherever it asks for them. */
export const chatAddress = (link: ChatLink, key: string, server: string): string =>
  link.url
    .replaceAll('{key}', () => encodeURIComponent(key))
    .replaceAll('{server}', () => encodeURIComponent(server))
