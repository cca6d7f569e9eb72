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

/** What must hold whatever is open: no fault that axe finds, nothing wider than the screen, one language. */
export async function inspect(page: Page, what: string, language: Language): Promise<void> {
  await calm(page)
  await expectNoSidewaysScroll(page)
  const { violations } = await new AxeBuilder({ page }).analyze()
  const faults = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
  expect.soft(faults, what).toEqual([])
  if (language !== 'en_US') return
  const text = ownNames.reduce((rest, name) => rest.replaceAll(name, ''), await spoken(page))
  expect.soft(text.match(/\p{Script=Han}[^\n]*/u)?.[0], what).toBeUndefined()
}
