import { expect, test } from 'vitest'
import { ChatAddress, ChatLinkList, defaultChatLinks, hostToldTheKey } from './chat-links.ts'

test('the list that is there before anybody makes one is a good one, whose hosts are known', () => {
  expect(ChatLinkList.safeParse(defaultChatLinks).success).toBe(true)
  expect(defaultChatLinks.filter(({ show }) => show)).toHaveLength(2)
  expect(defaultChatLinks.map(({ url }) => hostToldTheKey(url))).toEqual([
    'app.nextchat.dev',
    'vercel.ddaiai.com',
    null,
    null,
  ])
})

test.each([
  ['https://chat.example/?key={key}', 'chat.example'],
  ['https://chat.example/{key}#/', 'chat.example'],
  ['HTTP://chat.example:8080/?k={key}#{key}', 'chat.example:8080'],
  ['https://{key}.chat.example/', 'key.chat.example'],
  ['https://name:{key}@chat.example/', 'chat.example'],
  ['https://chat.example/#/?settings={"key":"{key}"}', 'chat.example'],
  ['https://chat.example/?server={server}', null],
  ['ama://set-api-key?server={server}&key={key}', null],
])('%s tells the key to %s', (url, host) => {
  expect(ChatAddress.safeParse(url).success).toBe(true)
  expect(hostToldTheKey(url)).toBe(host)
})

test.each([
  'javascript:alert({key})',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,{key}',
  'chat.example/{key}',
  '//chat.example/',
  'https://',
  'https://chat.example\\@elsewhere.example/',
  'intent://chat.example/#Intent;S.browser_fallback_url=https%3A%2F%2Felsewhere.example%2F{key};end',
  'Intent:{key}',
  'android-app://com.example/https/elsewhere.example/{key}',
  'microsoft-edge:https://elsewhere.example/?key={key}',
  'mailto:somebody@elsewhere.example?body={key}',
  'ms-msdt:/id?{key}',
  'ms-settings:{key}',
  'tel:{key}',
  'sms:1?body={key}',
  'smsto:1?body={key}',
  '',
])('%j is no address of a client', (url) => {
  expect(ChatAddress.safeParse(url).success).toBe(false)
})
