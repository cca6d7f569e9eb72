import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { consoleSources, isBuiltFrom, recordBuild } from './console-sources.ts'

let root = ''
const dist = (): string => join(root, 'apps/console/dist')

/** Every kind of file that the build reads. */
const read = [
  'apps/console/build/plugin.ts',
  'apps/console/index.html',
  'apps/console/package.json',
  'apps/console/public/logo.svg',
  'apps/console/src/pages/home.tsx',
  'apps/console/tsconfig.json',
  'apps/console/vite.config.ts',
  'package-lock.json',
  'package.json',
  'packages/contract/package.json',
  'packages/contract/src/api.ts',
  'packages/contract/tsconfig.json',
  'tsconfig.base.json',
]

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'posthouse-sources-'))
  for (const path of read) write(path, path)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

describe('sources', () => {
  test.each(read)('are others when %s changes', (path) => {
    const before = consoleSources(root)
    appendFileSync(join(root, path), ' ')
    expect(consoleSources(root)).not.toBe(before)
  })

  test('are others when a file comes, goes or is renamed', () => {
    const seen = [consoleSources(root)]
    write('apps/console/src/a.ts', 'a')
    seen.push(consoleSources(root))
    rmSync(join(root, 'apps/console/src/a.ts'))
    write('apps/console/src/b.ts', 'a')
    seen.push(consoleSources(root))
    expect(new Set(seen).size).toBe(3)
    rmSync(join(root, 'apps/console/src/b.ts'))
    expect(consoleSources(root)).toBe(seen[0])
  })

  test('are the same with other tests, another server, in another place and at another time', () => {
    const before = consoleSources(root)
    write('apps/console/src/pages/home.test.tsx', 'a')
    write('apps/server/src/main.ts', 'a')
    write('apps/console/dist/index.html', 'a')
    write('package.json', 'package.json')
    expect(consoleSources(root)).toBe(before)
    const copy = `${root}-copy`
    cpSync(root, copy, { recursive: true })
    expect(consoleSources(copy)).toBe(before)
    rmSync(copy, { recursive: true })
  })
})

describe('a build', () => {
  test('is of the sources that were recorded, and of no others', () => {
    mkdirSync(dist())
    expect(isBuiltFrom(root, 'a')).toBe(false)
    recordBuild(root, 'a')
    expect(isBuiltFrom(root, 'a')).toBe(true)
    expect(isBuiltFrom(root, 'b')).toBe(false)
  })

  test('that is deleted is no build', () => {
    mkdirSync(dist())
    recordBuild(root, 'a')
    rmSync(dist(), { recursive: true })
    expect(isBuiltFrom(root, 'a')).toBe(false)
  })
})
