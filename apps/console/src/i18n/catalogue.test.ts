import { describe, expect, it } from 'vitest'
import { enUs } from './en-us.ts'
import { zhCn } from './zh-cn.ts'

type Tree = { readonly [key: string]: string | Tree }

const flat = (tree: Tree, before = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[before + key, value] as [string, string]]
      : flat(value, `${before}${key}.`),
  )

const zh = new Map(flat(zhCn))
const en = new Map(flat(enUs))
const parameters = (text: string): string[] =>
  (text.match(/\{\{\w+\}\}|<\/?\w+>/g) ?? []).toSorted()

describe('catalogue', () => {
  it('has the same keys in both languages', () => {
    expect([...en.keys()]).toEqual([...zh.keys()])
  })

  it('fills the same places in both languages', () => {
    for (const [key, text] of zh) {
      expect([key, parameters(en.get(key) ?? '')]).toEqual([key, parameters(text)])
    }
  })

  it('has no Chinese in English and leaves nothing empty', () => {
    for (const [key, text] of en) {
      expect([key, /\p{Script=Han}/u.test(text)]).toEqual([key, false])
      expect(text.trim()).not.toBe('')
    }
  })

  it('keeps a space between Han and Latin in Chinese', () => {
    const exact = ['notice.', 'channel.baseUrl']
    const tight = [...zh].filter(
      ([key, text]) =>
        !exact.some((prefix) => key.startsWith(prefix)) &&
        /\p{Script=Han}[A-Za-z]|[A-Za-z]\p{Script=Han}/u.test(text),
    )
    expect(tight).toEqual([])
  })
})

const files = import.meta.glob<string>('../**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
})

const components = Object.entries(files).filter(
  ([path]) => !/\.test\.|^\.\//.test(path) && !path.includes('/i18n/'),
)

const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '')

/** Words between tags, and the attributes that people read or hear. */
const wordsInMarkup = (text: string): string[] => [
  ...[...text.matchAll(/<\/?[A-Za-z][^<>]*>\s*([A-Za-z][A-Za-z ,.!?']{2,})\s*<\//g)].map(
    (match) => match[1] ?? '',
  ),
  ...[
    ...text.matchAll(
      /\s(?:aria-label|label|title|placeholder|alt|helperText)="([^"]*[A-Za-z][^"]*)"/g,
    ),
  ].map((match) => match[1] ?? ''),
]

describe('components', () => {
  it('holds files to look at', () => {
    expect(components.length).toBeGreaterThan(100)
  })

  it.each(components)('%s speaks through the catalogue', (path, source) => {
    const text = withoutComments(source)
    expect(text.match(/\p{Script=Han}+/gu) ?? []).toEqual([])
    if (path.endsWith('.tsx')) expect(wordsInMarkup(text)).toEqual([])
  })

  it('would see a bare word', () => {
    expect(wordsInMarkup('<p>Hello world</p> <a title="More" />')).toEqual(['Hello world', 'More'])
  })
})
