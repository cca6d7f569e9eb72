import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

/* tools/ensure.sh in a folder of its own, with an npm that writes down how it was called. */

let folder = ''
const at = (path: string): string => join(folder, path)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'posthouse-ensure-'))
  for (const path of ['tools', 'bin']) mkdirSync(at(path))
  copyFileSync('tools/ensure.sh', at('tools/ensure.sh'))
  writeFileSync(at('package-lock.json'), 'first')
  npmThat('mkdir -p node_modules; touch node_modules/.package-lock.json')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Like the real one it deletes what is installed first. */
const npmThat = (rest: string): void =>
  program('npm', `echo "$*" >>calls; rm -rf node_modules; ${rest}`)

function program(name: string, script: string): void {
  writeFileSync(at(`bin/${name}`), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
}

function ensure(...words: string[]): { code: number | null; errors: string; calls: string[] } {
  rmSync(at('calls'), { force: true })
  const { status, stderr } = spawnSync('sh', ['tools/ensure.sh', ...words], {
    cwd: folder,
    env: { ...process.env, PATH: `${at('bin')}:${process.env['PATH']}` },
    encoding: 'utf8',
  })
  const calls = existsSync(at('calls')) ? readFileSync(at('calls'), 'utf8').trim().split('\n') : []
  return { code: status, errors: stderr, calls }
}

const serve = 'ci --loglevel=error --workspace apps/server --workspace apps/console'
const all = 'ci --loglevel=error'

describe('installs', () => {
  test('what serving needs, once', () => {
    expect(ensure('serve')).toMatchObject({ code: 0, calls: [serve] })
    expect(ensure('serve')).toMatchObject({ code: 0, calls: [] })
  })

  test('everything after what serving needs', () => {
    ensure('serve')
    expect(ensure('all').calls).toEqual([all])
    expect(ensure('all').calls).toEqual([])
  })

  test('nothing for serving when everything is there', () => {
    ensure('all')
    expect(ensure('serve').calls).toEqual([])
  })

  test('a changed lock file, no less than before', () => {
    ensure('serve')
    writeFileSync(at('package-lock.json'), 'second')
    expect(ensure('serve').calls).toEqual([serve])
    ensure('all')
    writeFileSync(at('package-lock.json'), 'third')
    expect(ensure('serve').calls).toEqual([all])
    expect(ensure('all').calls).toEqual([])
  })

  test('with the options of an image', () => {
    expect(ensure('serve', '--omit=dev').calls).toEqual([`${serve} --omit=dev`])
    expect(ensure('serve').calls).toEqual([])
  })
})

describe('an install by hand', () => {
  const install = (time: number, name: string): void => {
    mkdirSync(at(`node_modules/${name}`), { recursive: true })
    writeFileSync(at('node_modules/.package-lock.json'), '')
    utimesSync(at('package-lock.json'), 1_000, 1_000)
    utimesSync(at('node_modules/.package-lock.json'), time, time)
  }

  test('counts when it is complete and newer than the lock file', () => {
    install(2_000, 'vitest')
    expect(ensure('all').calls).toEqual([])
    utimesSync(at('package-lock.json'), 3_000, 3_000)
    expect(ensure('all').calls).toEqual([])
  })

  test('is replaced when it is older', () => {
    install(500, 'vitest')
    expect(ensure('all').calls).toEqual([all])
  })

  test('is replaced when it is of something less', () => {
    install(2_000, 'vite')
    expect(ensure('serve').calls).toEqual([serve])
  })
})

describe('an install that fails', () => {
  test.each([
    ['at once', 'exit 7'],
    [
      'when much is there',
      'mkdir -p node_modules/vitest; touch node_modules/.package-lock.json; exit 7',
    ],
  ])('%s leaves no stamp', (_, rest) => {
    ensure('all')
    writeFileSync(at('package-lock.json'), 'second')
    npmThat(rest)
    expect(ensure('all')).toMatchObject({ code: 1, errors: expect.stringContaining('could not') })
    expect(existsSync(at('node_modules/.installed'))).toBe(false)
  })

  test('before it deletes anything is done again', () => {
    ensure('serve')
    program('npm', 'exit 1')
    expect(ensure('all').code).toBe(1)
    npmThat('mkdir node_modules')
    expect(ensure('serve').calls).toEqual([serve])
  })

  test('when it is killed is done again', () => {
    npmThat('mkdir -p node_modules/vitest; kill -9 $PPID')
    ensure('all')
    npmThat('mkdir node_modules')
    expect(ensure('all').calls).toEqual([all])
  })
})

test('an old Node is named', () => {
  program('node', 'echo v20.20.2')
  expect(ensure('serve')).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/24.*v20\.20\.2/),
  })
})
