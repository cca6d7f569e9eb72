import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { hardText } from '@posthouse/testkit/regex-steps'
import { expect, test } from 'vitest'
import ts from 'typescript'

/** Expressions that are only shown texts whose length has a bound. A list that may only shrink. */
const bounded: ReadonlyMap<string, string> = new Map([
  [String.raw`/\/+$/`, 'addresses that an operator enters'],
  [String.raw`/(\/compatibility)?(\/v\d)?\/*$/`, 'addresses that an operator enters'],
  [String.raw`/\[[^\]]*\]\([^)]*\)/g`, 'answers of the bot, which an administrator writes'],
  [String.raw`/0+$/`, 'digits of one number'],
  [String.raw`/\.?0+$/`, 'digits of one number'],
  [String.raw`/=+$/`, 'base64 of one secret'],
  [String.raw`/^\s*\(?\s*(select|with|explain)\b/i`, 'our own SQL'],
  [String.raw`/(\w+) (identity|integer\??|text\??|name|bytes)(?=[,\n])/g`, 'our own schema'],
])

const files = execFileSync(
  'git',
  ['ls-files', '-z', 'packages/*/src/*.ts', 'apps/server/src/*.ts'],
  {
    encoding: 'utf8',
  },
)
  .split('\0')
  .filter((path) => /(?<!\.test)\.ts$/.test(path) && !/testkit|\/(tests|testing)\//.test(path))

test('no expression works harder on a longer text than its length', () => {
  const hard = new Map<string, string>()
  for (const expression of new Set(files.flatMap(expressionsIn))) {
    const text = hardText(patternOf(expression))
    if (text !== null) hard.set(expression, text)
  }
  const unknown = [...hard].filter(([expression]) => !bounded.has(expression))
  expect(unknown).toEqual([])
  expect([...bounded.keys()].filter((expression) => !hard.has(expression))).toEqual([])
})

test.each([
  /\[\[sandbox:([^\]]*)\]\]/,
  /\[\[sandbox-call:\s*(\S+)\s+(\{.*?\})\s*\]\]/gs,
  /\s*(--|—)(fast|relax|turbo)\b/gi,
  /\[\[.*?\]\]/g,
  /^response\.\w+_call_\w+\.delta$/,
  /(a+)+$/,
])('%s works too hard', (pattern) => {
  expect(hardText(pattern)).not.toBeNull()
})

function patternOf(expression: string): RegExp {
  const end = expression.lastIndexOf('/')
  return new RegExp(expression.slice(1, end), expression.slice(end + 1))
}

function expressionsIn(path: string): string[] {
  const found: string[] = []
  const look = (node: ts.Node): void => {
    if (node.kind === ts.SyntaxKind.RegularExpressionLiteral) found.push(node.getText())
    ts.forEachChild(node, look)
  }
  look(ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true))
  return found
}
