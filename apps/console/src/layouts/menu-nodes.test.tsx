import { IconKey } from '@tabler/icons-react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { beforeAll, expect, it, vi } from 'vitest'
import { loadTexts, setLanguage, startLanguage } from '../i18n/index.ts'
import type { MenuItem, MenuNode } from '../menu.ts'
import { MenuNodes } from './menu-nodes.tsx'

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} })
  await startLanguage()
  await loadTexts(['menu'])
  await setLanguage('en_US')
  vi.unstubAllGlobals()
})

const token: MenuItem = {
  id: 'token',
  type: 'item',
  title: 'menu.token',
  url: '/panel/token',
  icon: IconKey,
}

const drawn = (node: MenuNode, selected: readonly string[] = []): string =>
  renderToStaticMarkup(
    <MemoryRouter>
      <MenuNodes nodes={[node]} selected={selected} captioned onChoice={() => undefined} />
    </MemoryRouter>,
  )

it('draws an item as a link that knows whether it is the page', () => {
  expect(drawn(token)).toContain('href="/panel/token"')
  expect(drawn(token)).not.toContain('aria-current')
  expect(drawn(token, ['token'])).toContain('aria-current="page"')
})

it('draws the caption, the chip and the disabled state of an item', () => {
  const html = drawn({ ...token, caption: 'menu.topup', chip: 'menu.log', disabled: true })
  expect(html).toContain('Top-up')
  expect(html).toContain('Logs')
  expect(html).toContain('aria-disabled="true"')
})

it('opens an external address elsewhere, without telling it where one came from', () => {
  const html = drawn({ ...token, url: 'https://status.example/', external: true, target: true })
  expect(html).toContain('href="https://status.example/"')
  expect(html).toMatch(/target="_blank" rel="noreferrer"|rel="noreferrer" target="_blank"/)
})

it('draws a group with its caption and its children', () => {
  const html = drawn({ id: 'g', type: 'group', title: 'menu.caption.gateway', children: [token] })
  expect(html).toContain('Gateway')
  expect(html).toContain('href="/panel/token"')
})

it('folds a collapse away unless the page is in it', () => {
  const folder = { id: 'c', type: 'collapse', title: 'menu.setting', icon: IconKey } as const
  const closed = drawn({ ...folder, children: [token] })
  expect(closed).toContain('aria-expanded="false"')
  expect(closed).not.toContain('/panel/token')
  const open = drawn({ ...folder, children: [token] }, ['token'])
  expect(open).toContain('aria-expanded="true"')
  expect(open).toContain('href="/panel/token"')
})

it('says that a type is unknown, in the words of the specification', () => {
  expect(drawn(Object.assign({ ...token }, { type: 'banner' }))).toContain('Menu Items Error')
})
