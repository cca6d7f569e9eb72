import {
  test as base,
  type Browser,
  type BrowserContext,
  type Disposable,
  type Page,
} from '@playwright/test'

export { expect, type Locator, type Page, type TestInfo } from '@playwright/test'

type KeptPage = {
  readonly context: BrowserContext
  readonly page: Page
  readonly scripts: Disposable[]
  /** A test changed what only a new context takes back. */
  isSpent: boolean
}

/**
 * A page that a worker's tests share. In the process of the test before, the console's scripts are compiled and its
 * files are in memory, so that a page opens in half the time. A test finds it without cookies, storage, routes,
 * listeners and scripts. After a failure, and after a change that cannot be taken back, the next test gets a new one.
 *
 * Until a test opens its first page, the console of the test before is still running: a test that counts requests
 * takes Playwright's own `test`.
 */
export const test = base.extend<object, { kept: { current: KeptPage | null } }>({
  kept: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs
    async ({}, use) => {
      await use({ current: null })
    },
    { scope: 'worker' },
  ],
  context: async ({ browser, kept, viewport, baseURL }, use, info) => {
    if (kept.current !== null) await clear(kept.current, baseURL ?? '')
    kept.current ??= await openKept(browser)
    const { current } = kept
    await current.page.setViewportSize(viewport ?? { width: 1280, height: 800 })
    await use(current.context)
    if (info.status === info.expectedStatus && !current.isSpent) return
    kept.current = null
    await current.context.close()
  },
  // `context` must come first: otherwise the page is not kept.
  page: async ({ context, kept }, use) => use(kept.current?.page ?? (await context.newPage())),
})

async function openKept(browser: Browser): Promise<KeptPage> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await context.addInitScript(clearStorage, clearMark)
  const kept: KeptPage = { context, page, scripts: [], isSpent: false }
  collectScripts(page, kept)
  collectScripts(context, kept)
  spentBy(kept, page.clock, ['install', 'setFixedTime', 'setSystemTime', 'pauseAt'])
  spentBy(kept, context, ['newCDPSession', 'exposeBinding', 'exposeFunction'])
  spentBy(kept, page, ['exposeBinding', 'exposeFunction', 'close'])
  return kept
}

function collectScripts(target: Page | BrowserContext, { scripts }: KeptPage): void {
  const add = target.addInitScript.bind(target)
  target.addInitScript = async (script, argument, options) => {
    const added = await add(script, argument, options)
    scripts.push(added)
    return added
  }
}

function spentBy<T extends object>(kept: KeptPage, target: T, names: readonly (keyof T)[]): void {
  for (const name of names) {
    const method = target[name] as (...given: unknown[]) => unknown
    const noted = (...given: unknown[]): unknown => {
      kept.isSpent = true
      return method.apply(target, given)
    }
    Object.assign(target, { [name]: noted })
  }
}

/** Tells the next document to clear what the one before has stored. */
const clearMark = 'clear-storage'

async function clear({ context, page, scripts }: KeptPage, url: string): Promise<void> {
  for (const other of context.pages()) if (other !== page) await other.close()
  page.removeAllListeners('dialog')
  context.removeAllListeners('page')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  for (const script of scripts.splice(0)) await script.dispose()
  await context.setOffline(false)
  await context.clearPermissions()
  await context.clearCookies()
  await context.addCookies([{ name: clearMark, value: 'yes', url }])
  await page.mouse.move(-1, -1)
}

/** Runs in the browser, before the console. */
function clearStorage(mark: string): void {
  if (!document.cookie.includes(`${mark}=yes`)) return
  document.cookie = `${mark}=; max-age=0; path=/`
  localStorage.clear()
  sessionStorage.clear()
  indexedDB.deleteDatabase('posthouse')
}
