import { expect, type Page, test } from './kit/kept-page.ts'
import { inspect } from './inspect.ts'
import { looks } from './looks.ts'
import { callWith, channelOf, tokenOf, visitAs } from './visit.ts'
import { type Language, wordsIn, type Words } from './words.ts'

/*
 * Every dialog, menu, panel, error and banner of the console, opened one after the other and looked
 * at by axe, in both themes and languages.
 */

type Stage = {
  readonly page: Page
  readonly t: Words
  /** Looks at what is open now. */
  readonly look: (what: string) => Promise<void>
}

const scenes: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
  'the token form': tokenForm,
  'a token and its key': tokenAndKey,
  'the channel form': channelForm,
  'a channel': channel,
  'the gateway form': gatewayForm,
  'the log': log,
  'the tools of a list': listTools,
  'the frame': frame,
  'what failed': failures,
}

for (const { theme, language, tag } of looks) {
  test.describe(`${theme}, ${language}`, { tag }, () => {
    for (const [name, scene] of Object.entries(scenes)) {
      test(name, async ({ page }) => {
        test.slow()
        await visitAs(page, 'root', { theme, language })
        await scene({ page, t: wordsIn(language), look: lookAt(page, language) })
      })
    }
  })
}

const lookAt = (page: Page, language: Language) => (what: string) => inspect(page, what, language)

async function tokenForm({ page, t, look }: Stage): Promise<void> {
  await page.goto('/panel/token')
  await page
    .getByRole('button', { name: t('token.create') })
    .first()
    .click()
  const form = page.getByRole('dialog', { name: t('token.create') })
  await form.getByRole('button', { name: t('token.create') }).click()
  await expect(form.getByLabel(t('token.name')).first()).toBeFocused()
  await look('a refused token form')
  await form.getByLabel(t('token.neverExpires')).uncheck()
  await form.getByLabel(t('token.unlimited')).uncheck()
  await form.getByRole('spinbutton').first().waitFor()
  await look('a moment and an amount')
  await form.getByRole('button', { name: t('form.models.choose') }).click()
  await page.getByRole('dialog', { name: t('form.models.title') }).waitFor()
  await look('the model picker')
  await page.keyboard.press('Escape')
  await form.getByLabel(t('token.name')).first().fill('Half typed')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: t('form.stay') }).waitFor()
  await look('the question before input is lost')
}

async function tokenAndKey({ page, t, look }: Stage): Promise<void> {
  const name = `overlay ${Date.now()}`
  await tokenOf(page, name)
  await page.goto(`/panel/token?keyword=${encodeURIComponent(name)}`)
  const menu = page.getByRole('button', { name: t('table.actionsOf', { name }) })
  await menu.click()
  await page.getByRole('menu').waitFor()
  await look('the menu of a token')
  await page.getByRole('menuitem', { name: t('token.delete') }).click()
  await page.getByRole('dialog').waitFor()
  await look('the danger dialog')
  await page.getByRole('button', { name: t('action.cancel') }).click()
  await menu.click()
  await page.getByRole('menuitem', { name: t('token.rotate') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('token.rotate') })
    .click()
  await page.getByRole('dialog', { name: t('token.createdTitle', { name }) }).waitFor()
  await look('a key with its snippets')
  await page.getByRole('button', { name: t('token.done') }).click()
  await page.getByRole('link', { name }).first().click()
  await page.getByRole('dialog', { name }).waitFor()
  await look('a token beside the list')
}

async function channelForm({ page, t, look }: Stage): Promise<void> {
  await page.goto('/panel/channel')
  await page
    .getByRole('button', { name: t('channel.create') })
    .first()
    .click()
  const form = page.getByRole('dialog', { name: t('channel.create') })
  await form.getByRole('button', { name: t('channel.create') }).click()
  await form.getByRole('button', { name: t('channel.mapping') }).click()
  const mapping = form.getByRole('group', { name: t('channel.mapping') })
  await mapping.getByRole('button', { name: t('form.asJson') }).click()
  await mapping.getByRole('textbox').fill('{"a":')
  await expect(mapping.getByText(t('form.jsonFault', { line: 1, column: 6 }))).toBeVisible()
  await look('a refused channel form with code')
  await mapping.getByRole('textbox').fill('')
  // Refused before anybody is asked: no model is named.
  await form.getByLabel(t('channel.key')).fill('sk-overlay')
  await form.getByRole('button', { name: t('channel.testConnection') }).click()
  await page.getByRole('dialog', { name: t('channel.testConnection') }).waitFor()
  await look('a failed test of unsaved values')
}

async function channel({ page, t, look }: Stage): Promise<void> {
  const name = `overlay ${Date.now()}`
  await channelOf(page, { name, models: ['sandbox/chat'], status: 2 })
  await page.goto(`/panel/channel?name=${encodeURIComponent(name)}`)
  await page.getByRole('button', { name: t('table.actionsOf', { name }) }).click()
  await page.getByRole('menuitem', { name: t('channel.test') }).click()
  await page
    .getByRole('dialog')
    .getByText(/HTTP 200/)
    .waitFor()
  await look('a passed test')
}

async function gatewayForm({ page, t, look }: Stage): Promise<void> {
  await page.goto('/panel/payment?tab=gateways&create=yes')
  const form = page.getByRole('dialog', { name: t('payment.gateway.create') })
  await form.getByRole('button', { name: t('payment.gateway.create') }).click()
  await look('a refused gateway form')
  for (const type of ['alipay', 'wxpay', 'stripe'] as const) {
    await form.getByRole('combobox').first().click()
    await page.getByRole('option', { name: t(`payment.gateway.types.${type}`) }).click()
    await look(`the form of a gateway of the type ${type}`)
  }
}

async function log({ page, t, look }: Stage): Promise<void> {
  const request = await callWith(page, await tokenOf(page, `overlay log ${Date.now()}`))
  await page.goto(`/panel/log?request_id=${request}`)
  await page.getByRole('main').getByRole('link').filter({ hasText: /\d/ }).first().waitFor()
  await look('the log')
  const { data } = await (await page.request.get(`/api/log/${request}`)).json()
  await page.goto(`/panel/log?row=${data.id}`)
  await page.getByRole('dialog').waitFor()
  await look('a row beside the log')
  await page.goto(`/panel/log?row=${data.id}&panel=charge`)
  await page.getByText(t('charge.recomputed')).waitFor()
  await look('why it cost what it did')
}

async function listTools({ page, t, look }: Stage): Promise<void> {
  await tokenOf(page, `overlay tools ${Date.now()}`)
  await page.goto('/panel/log')
  await page.getByRole('button', { name: t('table.filters') }).click()
  await page.getByRole('dialog', { name: t('table.filters') }).waitFor()
  await look('the filters')
  await page.goto('/panel/token')
  await page.getByRole('button', { name: t('table.view') }).click()
  await page.getByText(t('table.density')).waitFor()
  await look('how the list is shown')
  await page.keyboard.press('Escape')
  await page.getByRole('main').getByRole('checkbox').last().check()
  await page
    .getByText(t('table.selected', { count: 1 }))
    .first()
    .waitFor()
  await look('the bulk bar')
  await page.goto('/panel/token?keyword=nothing-has-this-name')
  await page.getByText(t('table.noMatch')).waitFor()
  await look('no match')
}

async function frame({ page, t, look }: Stage): Promise<void> {
  await page.goto('/panel/dashboard')
  await page.getByRole('button', { name: t('shell.language') }).click()
  await page.getByRole('menu').waitFor()
  await look('the languages')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: t('shell.userMenu', { name: 'root' }) }).click()
  await page.getByRole('menu').waitFor()
  await look('the user menu')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.locator('input[role=combobox]').fill('sandbox')
  await page.getByRole('option').first().waitFor()
  await look('the palette')
  await page.keyboard.press('Escape')
  const menu = page.getByRole('button', { name: t('shell.openMenu') })
  if (await menu.isVisible()) {
    await menu.click()
    await page
      .getByRole('navigation')
      .getByRole('link', { name: t('menu.log') })
      .waitFor()
    await look('the menu on a phone')
  }
}

async function failures({ page, t, look }: Stage): Promise<void> {
  await page.route('**/api/token/?*', (route) => route.abort())
  await page.goto('/panel/token')
  await page.getByText(t('table.failedTitle')).waitFor()
  await look('a list that failed under the banner')
  await page.unroute('**/api/token/?*')
  await page.route('**/api/token/?*', (route) =>
    route.fulfill({ status: 401, json: { success: false, message: 'x', code: 'auth.signed-out' } }),
  )
  await page.goto('/panel/token')
  await page.getByRole('dialog', { name: t('login.againTitle') }).waitFor()
  await look('the sign-in in place')
}
