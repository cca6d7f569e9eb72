import { test } from './kit/kept-page.ts'
import { inspectPage } from './inspect.ts'
import { callWith, tokenOf, visitAs } from './visit.ts'

/** What is looked at on a phone in every run; a long run looks at every page and overlay. */
const pages = ['/', '/panel/dashboard', '/panel/channel', '/panel/token', '/panel/log']

for (const path of pages) {
  test(
    `${path} has no fault on a phone, in the dark, in Chinese`,
    {
      tag: '@phone-only',
    },
    async ({ page }, info) => {
      await visitAs(page, 'root', { theme: 'dark', language: 'zh_CN' })
      await callWith(page, await tokenOf(page, `phone ${info.testId}`))
      await page.goto(path)
      await inspectPage(page, path, 'zh_CN')
    },
  )
}
