import { type APIResponse, type Cookie, expect, type Locator, type Page } from '@playwright/test'

export const rootPassword = 'root of the tests'
export const travellerPassword = 'password of the tests'

type Visitor = 'root' | 'traveller' | 'nobody'

const passwords = { root: rootPassword, traveller: travellerPassword } as const

export type Look = { readonly language?: 'zh_CN' | 'en_US'; readonly theme?: 'light' | 'dark' }

/** Signs the browser in by the API and sets what it remembers, as after a sign-in by hand. */
export async function visitAs(page: Page, visitor: Visitor, look: Look = {}): Promise<void> {
  const user = visitor === 'nobody' ? null : await signIn(page, visitor)
  const memory = {
    appLanguage: look.language ?? 'en_US',
    theme: look.theme ?? 'light',
    ...(user === null ? {} : { user: JSON.stringify(user) }),
  }
  await page.addInitScript((entries) => {
    // Only at the first page: what the product changes later must stay as it left it.
    if (sessionStorage.getItem('visited') !== null) return
    sessionStorage.setItem('visited', 'yes')
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, String(value))
  }, memory)
}

/** Who is signed in already, by role: a worker keeps one session of each. */
const sessions = new Map<Visitor, { readonly user: unknown; readonly cookies: Cookie[] }>()

async function signIn(page: Page, visitor: 'root' | 'traveller'): Promise<unknown> {
  const kept = sessions.get(visitor)
  if (kept !== undefined) {
    await page.context().addCookies(kept.cookies)
    // A test before this one may have signed out.
    const self = await (await page.request.get('/api/user/self')).json()
    if (self.success === true) return kept.user
  }
  const response = await page.request.post('/api/user/login', {
    data: { username: visitor, password: passwords[visitor] },
  })
  const envelope = await response.json()
  expect(envelope.success).toBe(true)
  const cookies = await page.context().cookies()
  sessions.set(visitor, { user: envelope.data, cookies })
  return envelope.data
}

/** A token made by the API, for tests that are about something else. */
export async function tokenOf(page: Page, name: string): Promise<string> {
  const response = await page.request.post('/api/token/', {
    data: { name, unlimited_quota: true },
  })
  return (await response.json()).data.key
}

/** A channel made by the API: of the sandbox, unless it says another type. */
export async function channelOf(
  page: Page,
  channel: {
    readonly name: string
    readonly models: readonly string[]
    readonly status?: 1 | 2
    readonly type?: number
    readonly base_url?: string
    readonly key?: string
  },
): Promise<void> {
  const response = await page.request.post('/api/channel/', {
    data: { type: 900, group: ['default'], base_url: 'sandbox://local', ...channel },
  })
  expect(await response.json()).toMatchObject({ success: true })
}

/** One call through the gateway with a key of who is signed in; answers its id once the log has it. */
export async function callWith(page: Page, key: string, model = 'sandbox/chat'): Promise<string> {
  const response = await page.request.post('/v1/chat/completions', {
    headers: { authorization: `Bearer ${key}` },
    data: { model, messages: [{ role: 'user', content: 'Hello from the tests' }] },
  })
  expect(response.status()).toBe(200)
  const request = response.headers()['x-request-id'] ?? ''
  // The answer is out before it is settled: until then a page may find nothing.
  await expect
    .poll(async () => (await page.request.get(`/api/log/${request}`)).json())
    .toMatchObject({ success: true })
  return request
}

/** A page must never be wider than the screen. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(wider).toBeLessThanOrEqual(0)
}

/** Waits until one thing stands above another: both may be on their way. */
export async function expectAbove(upper: Locator, lower: Locator): Promise<void> {
  await expect(async () => {
    const [above, below] = await Promise.all([upper.boundingBox(), lower.boundingBox()])
    expect((above?.y ?? Infinity) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
  }).toPass({ timeout: 5_000 })
}

/** Colours on their way from one to another are nobody's: waits until nothing moves that will end. */
export async function calm(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity)
      .every((animation) => animation.playState !== 'running'),
  )
}

/** Does what the command on the screen does. */
export function carryOut(page: Page, command: string): Promise<APIResponse> {
  const url = /curl (\S+)/.exec(command)?.[1] ?? ''
  const authorization = /"Authorization: ([^"]+)"/.exec(command)?.[1] ?? ''
  const body = /-d '(.+)'/.exec(command)?.[1] ?? ''
  return page.request.post(url, { headers: { authorization }, data: JSON.parse(body) })
}
