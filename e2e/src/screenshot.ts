import { mkdirSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { openProduct } from '@posthouse/testkit/product'
import { chromiumPath } from '../chromium.ts'

/** Makes docs/screenshot.png: the dashboard after some real calls through the sandbox. */
await using product = await openProduct()
const root = await product.root()
const { key } = await root.client.createToken({
  body: { name: 'Writing assistant', unlimited_quota: true },
})
for (let call = 0; call < 24; call++) {
  const model = ['sandbox/chat', 'sandbox/reasoner', 'sandbox/chat-mini'][call % 3]
  await fetch(`${product.address}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model,
      messages: [{ role: 'user', content: `Tell me about relay station ${call}` }],
    }),
  }).then((response) => response.text())
}

const browser = await chromium.launch({
  executablePath: await chromiumPath(),
  args: ['--no-sandbox'],
})
const context = await browser.newContext({
  viewport: { width: 1280, height: 800 },
  locale: 'en-US',
})
const [name = '', value = ''] = root.cookie().split('=')
await context.addCookies([{ name, value, url: product.address }])
await context.addInitScript(
  (user) => {
    localStorage.setItem('user', user)
    localStorage.setItem('appLanguage', 'en_US')
  },
  JSON.stringify({ id: 1, username: 'root', display_name: 'Root', role: 100, status: 1 }),
)
const page = await context.newPage()
await page.goto(`${product.address}/panel/dashboard`)
await page.waitForLoadState('networkidle')
mkdirSync('docs', { recursive: true })
await page.screenshot({ path: 'docs/screenshot.png' })
await browser.close()
