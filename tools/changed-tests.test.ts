import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { changedTests, chooseTests, readTests } from './changed-tests.ts'
import { importDistances, referencesOf } from './import-graph.ts'
import { heavyFiles } from './test-files.ts'

const server = 'apps/server/src'
const accessTest = `${server}/api/tests/access.integration.test.ts`

const repository = readTests()
const testsOf = (...changed: string[]) => changedTests(changed, repository)

describe('the import graph', () => {
  test('sees imports, late imports, workers and files read by address', () => {
    const text = [
      "import { a } from './a.ts'",
      "export { b } from '@posthouse/llm/b'",
      "import './c.ts'",
      "const d = await import('./d.ts')",
      "new Worker(new URL('./e.ts', import.meta.url))",
    ].join('\n')
    expect(referencesOf(text).toSorted()).toEqual(
      ['./a.ts', '@posthouse/llm/b', './c.ts', './d.ts', './e.ts'].toSorted(),
    )
  })

  test('leaves out imports of types alone', () => {
    expect(referencesOf("import type { A } from './a.ts'")).toEqual([])
  })

  test('measures the shortest way, also around a cycle', () => {
    const importers = new Map([
      ['a', new Set(['b', 'c'])],
      ['b', new Set(['a', 'd'])],
      ['c', new Set(['d', 'e'])],
    ])
    expect([...importDistances(importers, ['a'])]).toEqual([
      ['a', 0],
      ['b', 1],
      ['c', 1],
      ['d', 2],
      ['e', 2],
    ])
  })
})

describe('the tests of a change', () => {
  test.each([
    [
      'a call',
      `${server}/api/token/token-calls.ts`,
      `${server}/api/token/tokens.integration.test.ts`,
    ],
    [
      'a worker thread',
      `${server}/codec/body-worker.ts`,
      `${server}/codec/body-workers.integration.test.ts`,
    ],
    ['a package', 'packages/ledger/src/writer.ts', `${server}/db/ledger.integration.test.ts`],
    [
      'a test',
      `${server}/jobs/lease.integration.test.ts`,
      `${server}/jobs/lease.integration.test.ts`,
    ],
  ])('include the nearest one: %s', (_, changed, nearest) => {
    expect(existsSync(changed)).toBe(true)
    expect(testsOf(changed).run).toContain(nearest)
  })

  test.each([
    ['a started process', `${server}/posthouse.ts`, `${server}/commands/commands.sqlite.test.ts`],
    [
      'a price list',
      `${server}/domain/pricing/default-prices.json`,
      `${server}/api/price/prices.integration.test.ts`,
    ],
  ])('are reached from %s', (_, changed, test) => {
    const { run, leftOut } = testsOf(changed)
    expect([...run, ...leftOut]).toContain(test)
  })

  test('include the access rules for every call and the contract', () => {
    expect(testsOf(`${server}/api/site/site-calls.ts`).run).toContain(accessTest)
    expect(testsOf('packages/contract/src/api.ts').run).toContain(accessTest)
  })

  test('are none for a page', () => {
    expect(testsOf('README.md')).toEqual({ run: [], leftOut: [], projects: [] })
  })

  test('are limited, and every one is either run or named', () => {
    const { run, leftOut } = testsOf('package.json')
    expect(run.length).toBeGreaterThan(10)
    expect(leftOut.length).toBeGreaterThan(run.length)
    expect(new Set([...run, ...leftOut]).size).toBe(run.length + leftOut.length)
  })

  test('are those that themselves changed before all others', () => {
    const tests = Array.from({ length: 100 }, (_, at) => `${at}.integration.test.ts`)
    const distances = new Map(tests.map((name, at) => [name, at === 99 ? 0 : 1]))
    expect(chooseTests(tests, ['99.integration.test.ts'], distances).run[0]).toBe(tests[99])
  })

  test('are asked on PostgreSQL when its dialect changed', () => {
    expect(testsOf('packages/ledger/src/statements-postgres.ts').projects).toContain('postgres')
    expect(testsOf('packages/ledger/src/quota.ts').projects).not.toContain('postgres')
  })
})

test('heavy files are there', () => {
  expect(Object.keys(heavyFiles).filter((path) => !existsSync(path))).toEqual([])
})
