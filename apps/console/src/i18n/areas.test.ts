import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { wordsIn } from '../noun/testing/words-in.ts'
import { areas, type Area, zhCn } from './zh-cn.ts'

/** What every page may use: it is loaded before the first paint. */
const everywhere: Area = 'shell'

type Tree = { readonly [key: string]: string | Tree }

const keysOf = (tree: Tree, before = ''): string[] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [before + key] : keysOf(value, `${before}${key}.`),
  )

const areaOf = new Map(
  Object.entries(areas).flatMap(([area, texts]) =>
    keysOf(texts).map((key): [string, Area] => [key, area as Area]),
  ),
)

/** Areas with a key of this beginning. */
const areasBehind = (beginning: string): Area[] =>
  [...areaOf].filter(([key]) => key.startsWith(beginning)).map(([, area]) => area)

const raw = import.meta.glob<string>('../**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** By the path below `src`. */
const sources = Object.fromEntries(
  Object.entries(raw).map(([path, source]) => [new URL(path, 'file:///i18n/').pathname, source]),
)

type Boundary = { readonly areas: readonly string[]; readonly targets: readonly string[] }
type Facts = {
  /** Areas whose keys stand in the file. */
  readonly uses: ReadonlySet<Area>
  /** Files that come with it, at once or later, without texts of their own. */
  readonly brings: readonly string[]
  /** Code that is loaded together with texts. */
  readonly boundaries: readonly Boundary[]
}

/** The absolute path of an import of our own; null: of a package. */
const ours = (from: string, specifier: string): string | null =>
  specifier.startsWith('.') ? new URL(specifier, `file://${from}`).pathname : null

const boundaryNames = new Set(['withTexts', 'page'])

function factsOf(path: string, source: string): Facts {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const uses = new Set<Area>()
  const brings: string[] = []
  const boundaries: Boundary[] = []
  const bring = (specifier: ts.Node | undefined, into: string[]): void => {
    if (specifier === undefined || !ts.isStringLiteralLike(specifier)) return
    const target = ours(path, specifier.text)
    if (target !== null) into.push(target)
  }
  const look = (node: ts.Node, into: string[]): void => {
    const boundary = boundaryOf(node)
    if (boundary !== null) {
      const targets: string[] = []
      look(boundary.code, targets)
      boundaries.push({ areas: boundary.areas, targets })
      return
    }
    if (ts.isImportDeclaration(node) && !isOfTypes(node)) bring(node.moduleSpecifier, into)
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      bring(node.arguments[0], into)
    }
    for (const area of areasIn(node)) uses.add(area)
    ts.forEachChild(node, (child) => look(child, into))
  }
  look(file, brings)
  return { uses, brings, boundaries }
}

/** `withTexts(['token'], () => import(…))` and the routes' `page(…)`. */
function boundaryOf(node: ts.Node): { areas: string[]; code: ts.Node } | null {
  if (!ts.isCallExpression(node) || !boundaryNames.has(node.expression.getText())) return null
  const [list, code] = node.arguments
  if (list === undefined || code === undefined || !ts.isArrayLiteralExpression(list)) return null
  return { areas: list.elements.map((name) => name.getText().replaceAll("'", '')), code }
}

function isOfTypes({ importClause }: ts.ImportDeclaration): boolean {
  if (importClause === undefined) return false
  if (importClause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true
  const named = importClause.namedBindings
  return (
    importClause.name === undefined &&
    named !== undefined &&
    ts.isNamedImports(named) &&
    named.elements.every(({ isTypeOnly }) => isTypeOnly)
  )
}

function areasIn(node: ts.Node): readonly Area[] {
  const words = wordsIn(node)
  if (words.length > 0) return words.flatMap((key) => areaOf.get(key) ?? [])
  if (ts.isStringLiteralLike(node)) {
    const area = areaOf.get(node.text)
    return area === undefined ? [] : [area]
  }
  if (!ts.isTemplateExpression(node) || !/^[\w.]+\.$/.test(node.head.text)) return []
  return areasBehind(node.head.text)
}

const facts = new Map(
  Object.entries(sources)
    .filter(([path]) => !/\.test\.|\/i18n\//.test(path))
    .map(([path, source]): [string, Facts] => [path, factsOf(path, source)]),
)

/** Every file that comes with these, up to the next boundary. */
function reachOf(entries: readonly string[]): Facts[] {
  const seen = new Set<string>()
  const waiting = [...entries]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue
    seen.add(path)
    waiting.splice(0, 0, ...(facts.get(path)?.brings ?? []))
  }
  return [...seen].flatMap((path) => facts.get(path) ?? [])
}

const usedBehind = (entries: readonly string[]): string[] =>
  [...new Set(reachOf(entries).flatMap(({ uses }) => [...uses]))]
    .filter((area) => area !== everywhere)
    .toSorted()

const boundaries = [...facts.values()].flatMap((file) => file.boundaries)

describe('texts by area', () => {
  it('are in one area each', () => {
    expect(keysOf(zhCn).toSorted()).toEqual([...areaOf.keys()].toSorted())
    expect(areaOf.size).toBe(Object.values(areas).flatMap((texts) => keysOf(texts)).length)
  })

  it('have a file for every area, and an area for every file', () => {
    const names = (folder: string) =>
      Object.keys(sources)
        .filter((path) => path.startsWith(`/i18n/${folder}/`))
        .map((path) => path.replace(/.*\/|\.ts$/g, ''))
        .toSorted()
    expect(names('zh')).toEqual(Object.keys(areas).toSorted())
    expect(names('en')).toEqual(Object.keys(areas).toSorted())
  })
})

describe('what is loaded with its texts', () => {
  it('is every page', () => {
    const pages = Object.keys(sources).filter((path) => /^\/pages\/[\w-]+\.tsx$/.test(path))
    const reached = new Set(boundaries.flatMap(({ targets }) => targets))
    expect(pages.filter((path) => !reached.has(path))).toEqual([])
  })

  it('before the first paint is the area of all pages', () => {
    expect(usedBehind(['/main.tsx'])).toEqual([])
  })

  it.each(boundaries.map(({ areas: given, targets }) => [targets.join(), given, targets] as const))(
    'in %s is exactly what it shows',
    (_, given, targets) => {
      expect(targets).not.toEqual([])
      const used = usedBehind(targets)
      expect(given.toSorted(), `shows ${used.join(', ')}`).toEqual(used)
    },
  )
})
