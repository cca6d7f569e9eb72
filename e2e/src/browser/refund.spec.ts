import { expect, test } from './kit/kept-page.ts'
import { inspect } from './inspect.ts'
import { callWith, tokenOf, visitAs } from './visit.ts'

test('an administrator gives a charge back from its row, once, and the receipt says so', async ({
  page,
}, info) => {
  await visitAs(page, 'root')
  const request = await callWith(page, await tokenOf(page, `refund ${info.testId}`))
  await page.goto(`/panel/log?request_id=${request}`)
  const menu = page.getByRole('button', { name: /Actions|More/ }).first()
  await menu.click()
  await page.getByRole('menuitem', { name: 'Refund' }).click()
  const form = page.getByRole('dialog', { name: 'Refund this call?' })
  await expect(form.getByText(/\$0\.\d+ for sandbox\/chat will be returned to root/)).toBeVisible()
  await inspect(page, 'the form that gives a charge back', 'en_US')
  await form.getByRole('button', { name: 'Refund' }).click()
  await expect(form.getByText('Required')).toBeVisible()
  await form.getByLabel('Reason').fill('The answer was cut short.')
  await form.getByRole('button', { name: 'Refund' }).click()
  await expect(form).toBeHidden()
  await expect(page.getByText(/^Refunded \$0\.\d+ to root$/)).toBeVisible()
  // The call and what was given back of it, which the balance gained.
  await expect(page.getByText(/^\+\$0\.\d+$/).first()).toBeVisible()

  await page.goto(`/panel/log?request_id=${request}&row=${request}&panel=charge`)
  const told = page.getByRole('dialog').getByRole('alert')
  await expect(told).toContainText('was refunded on')
  await expect(told).toContainText('The answer was cut short. By root.')

  await page.goto(`/panel/log?request_id=${request}&log_type=2`)
  await menu.click()
  await page.getByRole('menuitem', { name: 'Refund' }).click()
  await form.getByLabel('Reason').fill('again')
  await form.getByRole('button', { name: 'Refund' }).click()
  await expect(form.getByText('This charge has already been refunded')).toBeVisible()
})

test('who has no business with money is offered none of it', async ({ page }, info) => {
  await visitAs(page, 'traveller')
  const request = await callWith(page, await tokenOf(page, `own ${info.testId}`))
  await page.goto(`/panel/log?request_id=${request}`)
  await page.locator('[data-row]').first().click()
  await expect(page.getByRole('dialog').getByText(request)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Refund' })).toHaveCount(0)
})
