import { expect, it } from 'vitest'

const files = import.meta.glob<string>('../**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** Sources of these folders that import one of those. */
const importing = (folders: RegExp, those: RegExp): string[] =>
  Object.entries(files)
    .filter(([path]) => folders.test(new URL(path, 'file:///noun/').pathname))
    .filter(([, source]) =>
      [...source.matchAll(/from '(\.[^']+)'/g)].some(([, from = '']) => those.test(from)),
    )
    .map(([path]) => path)

it('a noun is declared above the list component and the kit, which know of none', () => {
  expect(importing(/^\/(table|ui|charts|forms|api|lib)\//, /\/noun\//)).toEqual([])
})

it('what is made of a declaration knows no page', () => {
  expect(importing(/^\/noun\//, /\/pages\//)).toEqual([])
  // An empty answer says something only where such imports are found at all.
  expect(importing(/^\/pages\//, /\/noun\//).length).toBeGreaterThan(3)
})
