import { expect, it } from 'vitest'
import { pageRoutes } from './page-routes.ts'

const hasPage = pageRoutes(['/', '/oauth/:provider', '/panel', '/panel/studio/image'])

it.each([
  '/',
  '/panel',
  '/panel/',
  '/panel//',
  '/Panel',
  '/PANEL/studio/Image',
  '/%70anel',
  '/oauth/github',
  '/oauth/github/',
  '/oauth/a%2Fb',
])('has a page at %s', (path) => {
  expect(hasPage(path)).toBe(true)
})

it.each([
  '/metrics',
  '/panel/studio',
  '/panel/studio/image/1',
  '/panel//studio/image',
  '/oauth',
  '/oauth/',
  '/oauth/github/more',
  '/:provider',
  '/panel%2Fstudio%2Fimage',
  '/%',
  '/index.php',
])('has none at %s', (path) => {
  expect(hasPage(path)).toBe(false)
})
