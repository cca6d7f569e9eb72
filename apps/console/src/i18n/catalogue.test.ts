import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { wordsIn } from '../noun/testing/words-in.ts'
import { enUs, enUsOne } from './en-us.ts'
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

  it('has an English text for one where the others speak of several', () => {
    expect(Object.entries(enUsOne)).not.toEqual([])
    for (const [key, text] of Object.entries(enUsOne)) {
      expect([key, parameters(text)]).toEqual([key, parameters(en.get(key) ?? '')])
      expect([key, text]).not.toEqual([key, en.get(key)])
    }
  })

  it('has no Chinese in English and leaves nothing empty', () => {
    for (const [key, text] of en) {
      expect([key, /\p{Script=Han}/u.test(text)]).toEqual([key, false])
      expect(text.trim()).not.toBe('')
    }
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

/** Attributes that people read or hear; a name in ours that ends alike counts too. */
const spoken = /^(label|title|placeholder|alt|help|helperText|sentence|lead|aria-label|\w+Label)$/

/** Calls whose second argument is shown. */
const speaking = new Set(['notify'])

const isWord = (text: string): boolean => /[A-Za-z\p{Script=Han}]{2,}/u.test(text)

/**
 * Texts that a component would show without the catalogue: words between tags, literals given to
 * attributes that are read out (inside a choice too), and literals in a notice.
 */
function bareTexts(source: string, fileName = 'x.tsx'): string[] {
  const file = ts.createSourceFile(fileName, source, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const literalsIn = (node: ts.Node): void => {
    if (ts.isCallExpression(node) || ts.isJsxElement(node) || ts.isComputedPropertyName(node))
      return
    if (ts.isBinaryExpression(node) && /^[!=]==$/.test(node.operatorToken.getText())) return
    if (ts.isStringLiteralLike(node) && isWord(node.text)) found.push(node.text)
    if (ts.isTemplateExpression(node)) {
      const words = [node.head.text, ...node.templateSpans.map((span) => span.literal.text)]
      if (words.some(isWord)) found.push(node.getText())
    }
    ts.forEachChild(node, literalsIn)
  }
  const look = (node: ts.Node): void => {
    if (ts.isJsxText(node) && isWord(node.text)) found.push(node.text.trim())
    if (ts.isJsxAttribute(node) && spoken.test(node.name.getText()) && node.initializer) {
      literalsIn(node.initializer)
    }
    if (ts.isCallExpression(node) && speaking.has(node.expression.getText())) {
      for (const shown of node.arguments.slice(1)) literalsIn(shown)
    }
    ts.forEachChild(node, look)
  }
  look(file)
  return found
}

function keysDerivedIn(source: string): string[] {
  const file = ts.createSourceFile('x.tsx', source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const found: string[] = []
  const look = (node: ts.Node): void => {
    found.push(...wordsIn(node))
    ts.forEachChild(node, look)
  }
  look(file)
  return found
}

/** Every literal of the code with Chinese in it, comments apart. */
function chineseIn(source: string): string[] {
  const file = ts.createSourceFile('x.tsx', source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const found: string[] = []
  const look = (node: ts.Node): void => {
    if (node.getChildCount() === 0 && /\p{Script=Han}/u.test(node.getText())) {
      found.push(node.getText())
    }
    for (const child of node.getChildren()) look(child)
  }
  look(file)
  return found
}

describe('components', () => {
  it('holds files to look at', () => {
    expect(components.length).toBeGreaterThan(100)
  })

  it.each(components)('%s speaks through the catalogue', (path, source) => {
    expect(chineseIn(source)).toEqual([])
    if (path.endsWith('.tsx')) expect(bareTexts(source)).toEqual([])
  })

  it.each([
    ['<p>Hello world</p>', 'Hello world'],
    ['<a title="More" />', 'More'],
    ['<a aria-label={open ? "Close it" : t("x")} />', 'Close it'],
    ['<Row help={`${n} rows left`} />', '`${n} rows left`'],
    ['notify("error", "It failed")', 'It failed'],
  ])('would see %s', (source, text) => {
    expect(bareTexts(source)).toEqual([text])
  })

  it('would see Chinese', () => {
    expect(chineseIn('// 注释\nconst a = "令牌"')).toEqual(['"令牌"'])
  })

  it('use every text of the catalogue', () => {
    const all = components.map(([, source]) => source).join('\n')
    const beginnings = [...all.matchAll(/`([\w.]+\.)\$\{/g)].map((match) => match[1] ?? '')
    const derived = new Set(components.flatMap(([, source]) => keysDerivedIn(source)))
    const unused = [...zh.keys()].filter(
      (key) =>
        !derived.has(key) &&
        !all.includes(`'${key}'`) &&
        !all.includes(`"${key}"`) &&
        !beginnings.some((beginning) => key.startsWith(beginning)),
    )
    expect(unused).toEqual([])
  })
})
