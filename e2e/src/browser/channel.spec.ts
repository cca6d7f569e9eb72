import { expect, test } from '@playwright/test'
import { visitAs } from './visit.ts'

test('a channel is made, tested before it is saved, switched off and deleted', async ({
  page,
}, info) => {
  const name = `relay ${info.project.name}`
  await visitAs(page, 'root')
  await page.goto('/panel/channel')
  await page.getByRole('button', { name: 'Create channel' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Type').first().click()
  await page.getByRole('option', { name: 'Sandbox' }).click()
  await form.getByRole('textbox', { name: 'Name' }).first().fill(name)
  await form.getByRole('button', { name: 'Fill models of this type' }).click()
  await form.getByRole('button', { name: 'Test connection' }).click()
  const tested = page.getByRole('dialog', { name: 'Test connection' })
  await expect(tested.getByText(/HTTP 200/)).toBeVisible()
  await tested.getByRole('button', { name: 'Close' }).click()
  await expect(tested).toHaveCount(0)
  await form
    .getByRole('button', { name: 'Save channel' })
    .or(form.getByRole('button', { name: 'Create channel' }))
    .click()
  await expect(form).toBeHidden()
  // Other tests make channels at the same time.
  await page.getByRole('searchbox', { name: 'Search by name' }).fill(name)
  await page.keyboard.press('Enter')
  await expect(page.getByText(name).first()).toBeVisible()

  const row = page
    .getByRole('row')
    .filter({ hasText: name })
    .or(page.getByRole('listitem').filter({ hasText: name }))
    .first()
  await row.getByRole('button', { name: /More|Actions/ }).click()
  await page.getByRole('menuitem', { name: 'Disable' }).click()
  await expect(row.getByText('Disabled')).toBeVisible()

  await row.getByRole('button', { name: /More|Actions/ }).click()
  await page.getByRole('menuitem', { name: 'Delete channel' }).click()
  const question = page.getByRole('dialog').filter({ hasText: `Delete channel "${name}"?` })
  await expect(question).toBeVisible()
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await question.getByRole('button', { name: 'Delete channel' }).click()
  await expect(row).toHaveCount(0)
})

test('every rule of the form says so under its field', async ({ page }) => {
  await visitAs(page, 'root', { language: 'zh_CN' })
  await page.goto('/panel/channel')
  await page.getByRole('button', { name: '创建渠道' }).click()
  const form = page.getByRole('dialog')
  await form
    .getByRole('button', { name: '创建渠道' })
    .or(form.getByRole('button', { name: '保存渠道' }))
    .click()
  for (const text of ['名称 不能为空', '密钥 不能为空', '模型 不能为空']) {
    await expect(form.getByText(text).first()).toBeVisible()
  }
})
