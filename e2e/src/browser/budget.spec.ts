import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, type Page, test } from '@playwright/test'
import { grown } from '../../addresses.ts'
import { callWith, tokenOf, visitAs } from './visit.ts'

type Budget = {
  readonly path: string
  readonly visitor: 'nobody' | 'root' | 'traveller'
  readonly limitKb: number
  /** A script without which the page would not be measured whole. */
  readonly loads?: string
}

/*
 * What a page makes a browser load before it can be used, in kilobytes of gzip, in a console with 30 lists more
 * than it has: what a page loads must not grow with the others. Every script counts that comes until the network is
 * quiet. The same files go to every screen, so one project runs this.
 */
const budgets: readonly Budget[] = [
  { path: '/', visitor: 'nobody', limitKb: 260 },
  { path: '/about', visitor: 'nobody', limitKb: 260 },
  { path: '/login', visitor: 'nobody', limitKb: 260 },
  { path: '/register', visitor: 'nobody', limitKb: 260 },
  { path: '/playground', visitor: 'nobody', limitKb: 260 },
  // The panel without a page: its frame, and a page that is only words.
  { path: '/panel/404', visitor: 'root', limitKb: 300 },
  { path: '/panel/list-30', visitor: 'root', limitKb: 380 },
  { path: '/panel/token', visitor: 'root', limitKb: 380 },
  { path: '/panel/channel', visitor: 'root', limitKb: 380 },
  { path: '/panel/log', visitor: 'root', limitKb: 380 },
  // Its chart is drawn by the call that root has made.
  { path: '/panel/dashboard', visitor: 'root', limitKb: 400, loads: 'series-plot' },
  { path: '/panel/playground', visitor: 'traveller', limitKb: 420 },
]

test.describe('in a console with 30 lists more', () => {
  test.use({ baseURL: grown.address })

  for (const { path, visitor, limitKb, loads = '' } of budgets) {
    test(`${path} loads at most ${limitKb} KB of JavaScript`, async ({ page }, { annotations }) => {
      const sizes = collectScripts(page)
      await visitAs(page, visitor)
      if (loads !== '') await callWith(page, await tokenOf(page, 'budget'))
      await page.goto(path)
      await expect(page.locator('main').locator('h1, table').first()).toBeVisible()
      await page.waitForLoadState('networkidle')
      const scripts = await Promise.all(sizes)
      const kilobytes = scripts.reduce((sum, { bytes }) => sum + bytes, 0) / 1024
      annotations.push({ type: 'kilobytes', description: kilobytes.toFixed(1) })
      const biggest = scripts.toSorted((one, other) => other.bytes - one.bytes).slice(0, 8)
      expect(scripts.map(({ name }) => name).join()).toContain(loads)
      expect(scripts.length).toBeGreaterThan(0)
      expect(kilobytes, JSON.stringify(biggest, null, 1)).toBeLessThanOrEqual(limitKb)
    })
  }
})

type Script = { readonly name: string; readonly bytes: number }

function collectScripts(page: Page): Promise<Script>[] {
  const scripts: Promise<Script>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return
    const name = new URL(response.url()).pathname
    scripts.push(response.body().then((body) => ({ name, bytes: gzipSync(body).length })))
  })
  return scripts
}

test('the gallery of the kit is in no build for production', async ({ page }) => {
  await visitAs(page, 'root')
  await page.goto('/panel/_kit')
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  const assets = 'apps/console/dist/assets'
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'))
  const holding = scripts.filter((name) =>
    readFileSync(`${assets}/${name}`, 'utf8').includes('ChipsInput'),
  )
  expect(scripts.length).toBeGreaterThan(0)
  expect(holding).toEqual([])
})
