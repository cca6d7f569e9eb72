import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { calm, expectNoSidewaysScroll } from './visit.ts'
import type { Language } from './words.ts'

/** Everything a page says: what is read and what is read out. */
const spoken = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const attributes = [
      'aria-label',
      'aria-description',
      'aria-roledescription',
      'aria-valuetext',
      'title',
      'placeholder',
      'alt',
    ]
    const said = [...document.querySelectorAll('*')].flatMap((element) =>
      attributes.map((name) => element.getAttribute(name) ?? ''),
    )
    return [document.body.innerText, ...said].join('\n')
  })

/** Names that are Chinese in every language: the language's own, and ours. */
const ownNames = ['简体中文', '驿站']

/**
 * What axe finds, on the page or in a part of it. In one run instead of one per frame that are put together in
 * a page of their own, and without the lists of what passed: the same rules at less than half the time.
 */
export async function faultsOf(page: Page, part = 'html'): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .include(part)
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
    .analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}

/** What must hold whatever is open: no fault that axe finds, nothing wider than the screen, one language. */
export async function inspect(page: Page, what: string, language: Language): Promise<void> {
  await calm(page)
  await expectNoSidewaysScroll(page)
  expect.soft(await faultsOf(page), what).toEqual([])
  if (language !== 'en_US') return
  const text = ownNames.reduce((rest, name) => rest.replaceAll(name, ''), await spoken(page))
  expect.soft(text.match(/\p{Script=Han}[^\n]*/u)?.[0], what).toBeUndefined()
}

/** Looks at a page that was just opened, once everything on it has come. */
export async function inspectPage(page: Page, path: string, language: Language): Promise<void> {
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', language === 'en_US' ? /^en/ : /^zh/)
  await inspect(page, path, language)
}
