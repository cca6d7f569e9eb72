import { expect, it } from 'vitest'
import { withTexts } from './whole-licences.ts'

const head = '# Licenses\n\nThe app bundles these:\n\n'

it('gives a package that came without it the text of its licence', () => {
  const whole = '## react - 19.0.0 (MIT)\n\nMIT License\n\nCopyright (c) Meta\n\n'
  const list = `${head}${whole}## @uiw/react-codemirror - 4.25.12 (MIT)\n\n`
  expect(withTexts(list).startsWith(head + whole)).toBe(true)
  expect(withTexts(list)).toMatch(
    /## @uiw\/react-codemirror.*\n\nMIT License\n\nCopyright \(c\) kenny/,
  )
})

it.each(['## stranger - 1.0.0 (MIT)', '## @uiw/react-codemirror - 5.0.0 (ISC)'])(
  'builds nothing with a work whose text is not known: %s',
  (title) => {
    expect(() => withTexts(`${head}${title}\n`)).toThrow(title)
  },
)
