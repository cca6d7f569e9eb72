import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { currentLanguage, i18n, loadTexts, setLanguage, startLanguage, withTexts } from './index.ts'

// A console that has just been opened, in Chinese.
beforeEach(async () => {
  vi.stubGlobal('document', { documentElement: {} })
  await startLanguage()
  await setLanguage('zh_CN')
})

afterAll(() => {
  vi.unstubAllGlobals()
})

it('begins with what every page may show', () => {
  expect(i18n.t('action.close')).toBe('关闭')
})

it('has the texts of a page when its code is there', async () => {
  const code = await withTexts(['token', 'table'], async () => 'the page')()
  expect(code).toBe('the page')
  expect(i18n.t('token.create')).toBe('创建令牌')
  expect(i18n.t('table.refresh')).toBe('刷新')
})

it('has every open page in another language, the number one too', async () => {
  await loadTexts(['token'])
  await setLanguage('en_US')
  expect(i18n.t('action.close')).toBe('Close')
  expect(i18n.t('token.many', { count: 1 })).toBe('1 token')
  expect(i18n.t('token.many', { count: 2 })).toBe('2 tokens')
})

it('brings a page that is opened on the way to another language in that language', async () => {
  const changed = setLanguage('en_US')
  await loadTexts(['token'])
  await changed
  expect(i18n.t('token.create')).toBe('Create token')
})

it('changes language only when the texts of the open page are there', async () => {
  const loaded = loadTexts(['token'])
  await setLanguage('en_US')
  expect(i18n.t('token.create')).toBe('Create token')
  await loaded
})

it('speaks the language that was chosen last', async () => {
  await Promise.all([setLanguage('en_US'), setLanguage('zh_CN')])
  expect(currentLanguage()).toBe('zh_CN')
  expect(i18n.t('action.close')).toBe('关闭')
})

it('is in the stored language before anybody waits for it', async () => {
  vi.resetModules()
  vi.stubGlobal('localStorage', { getItem: () => 'en_US' })
  const anew = await import('./index.ts')
  const page = anew.withTexts(['table'], async () => 'the first page')()
  await anew.startLanguage()
  await page
  expect(anew.i18n.t('table.refresh')).toBe('Refresh')
  expect(anew.i18n.hasResourceBundle('zh_CN', 'translation')).toBe(false)
})
