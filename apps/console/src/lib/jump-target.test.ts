import { defaultChatLinks } from '@posthouse/contract/chat-links'
import { describe, expect, it } from 'vitest'
import { jumpTarget } from './jump-target.ts'

const links = ['https://app.example/#/?key={key}', 'chatbox://import?key={key}']

describe('jumpTarget', () => {
  it.each([
    ['opencat://team/join?domain=x&token=sk-1', 'opencat://team/join'],
    ['ama://set-api-key?server=x&key=sk-1', 'ama://set-api-key'],
    ['chatbox://import?key=sk-1#sk-2', 'chatbox://import'],
    ['opencat://sk-1@team/join', 'opencat://team/join'],
  ])('follows %s and shows no key', (url, shown) => {
    expect(jumpTarget(url, links)).toEqual({ href: url, shown, host: null })
  })

  it.each(defaultChatLinks.map(({ name, url }) => [name, url] as const))(
    'follows the default client %s, and shows no key',
    (_, link) => {
      const url = link.replace('{key}', 'sk-1').replace('{server}', 'https://here.example')
      const urls = defaultChatLinks.map((each) => each.url)
      const target = jumpTarget(url, urls)
      expect(target?.href).toBe(url)
      expect(target?.shown).not.toContain('sk-1')
      expect(target?.host).toBe(url.startsWith('https:') ? new URL(url).host : null)
    },
  )

  it.each([
    [null],
    [''],
    ['https://app.example/elsewhere'],
    ['http://app.example/'],
    ['https://app.example:8443/'],
    ['https://app.example@evil.example/'],
    ['https://sk-1@app.example/'],
    ['https://app.example.evil.example/'],
    ['https:\\\\app.example/'],
    ['https:app.example/\t'],
    ['HTTPS://evil.example/'],
    ['//evil.example/'],
    ['/panel'],
    ['javascript:alert(1)'],
    ['javascript://opencat://%0aalert(1)'],
    ['JaVaScRiPt://x%0aalert(1)'],
    ['java\nscript://x'],
    ['\topencat://x'],
    [' opencat://x'],
    ['data://text/html,<script>'],
    ['file:///etc/passwd'],
    ['blob://x'],
    ['opencat:team'],
    ['opencat.evil://x'],
    ['ms-msdt://x'],
    ['opencat:\\\\x'],
    [`opencat://${'x'.repeat(5000)}`],
  ])('does not follow %j', (url) => {
    expect(jumpTarget(url, links)).toBeNull()
  })

  it('lets no chat link open a scheme that runs code', () => {
    expect(jumpTarget('javascript://x', ['javascript://{key}'])).toBeNull()
  })
})
