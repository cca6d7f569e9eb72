import { z } from 'zod'

const ChatLink = z.object({
  name: z.string(),
  url: z.string(),
  show: z.boolean(),
  sort: z.number(),
})
export type ChatLink = z.output<typeof ChatLink>

const defaults: readonly ChatLink[] = [
  {
    name: 'ChatGPT Next',
    url: 'https://app.nextchat.dev/#/?settings={"key":"{key}","url":"{server}"}',
    show: true,
    sort: 1,
  },
  {
    name: 'ChatGPT Web Proxy',
    url: 'https://chat-proxy.com/?settings={"key":"{key}","url":"{server}"}',
    show: true,
    sort: 2,
  },
  { name: 'AMA', url: 'ama://set-api-key?server={server}&key={key}', show: false, sort: 3 },
  { name: 'OpenCat', url: 'opencat://team/join?domain={server}&token={key}', show: false, sort: 4 },
]

function listed(text: string): readonly ChatLink[] {
  try {
    return z.array(ChatLink).min(1).parse(JSON.parse(text))
  } catch {
    return defaults
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
  link.url.replaceAll('{key}', key).replaceAll('{server}', encodeURIComponent(server))
