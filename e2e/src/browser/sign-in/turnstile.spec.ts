import { expect, test } from '@playwright/test'
import { openProduct, type Product } from '@posthouse/testkit/product'
import { openTurnstile, type TurnstileStand } from '@posthouse/testkit/turnstile'
import { visitAs } from '../visit.ts'

/* With a product of its own: the check is a setting of the whole site. */

let product: Product
let stand: TurnstileStand
test.beforeAll(async () => {
  product = await openProduct()
  stand = await openTurnstile()
  await product.user({ name: 'rider' })
  const { client } = await product.root()
  const changes = [
    { key: 'TurnstileAddress', value: stand.address },
    { key: 'TurnstileSiteKey', value: stand.siteKey },
    { key: 'TurnstileSecretKey', value: stand.secret },
    { key: 'TurnstileCheckEnabled', value: 'true' },
  ]
  await client.setOptions({ body: { changes } })
})
test.afterAll(async () => {
  await product.close()
  await stand[Symbol.asyncDispose]()
})

const journey = 'a sign-in and a sign-up wait for the check, and use it up'
test(journey, { tag: '@desktop-only' }, async ({ page }) => {
  await visitAs(page, 'nobody')
  await page.goto(`${product.address}/login`)
  const human = page.getByRole('button', { name: 'I am human' })
  await expect(human).toBeVisible()
  await page.getByLabel('Username or e-mail').fill('rider')
  const password = page.getByLabel('Password *', { exact: true })
  await password.fill('not the password')
  const send = page.getByRole('main').getByRole('button', { name: 'Log in' })
  await send.click()
  await expect(page.getByText('Turnstile is checking the user environment!')).toBeVisible()
  expect(stand.asked).toHaveLength(0)
  await human.click()
  await send.click()
  await expect(page.getByText('Wrong username or password')).toBeVisible()
  await password.fill('password of the tests')
  await human.click()
  await send.click()
  await expect(page).toHaveURL(/\/panel\/dashboard/)

  await page.context().clearCookies()
  await page.evaluate(() => localStorage.removeItem('user'))
  await page.goto(`${product.address}/register`)
  await page.getByLabel('Username').fill('newcomer')
  await page.getByLabel('Password *', { exact: true }).fill('a long password')
  await page.getByLabel('Confirm password').fill('a long password')
  await human.click()
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(/\/panel\/dashboard/)
})
