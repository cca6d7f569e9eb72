import { execFileSync } from 'node:child_process'
import { dirname, relative } from 'node:path'
import { matchesGlob } from 'node:path/posix'
import { importDistances, readImporters, repositoryFiles } from './import-graph.ts'
import { heavyFiles, portFiles } from './test-files.ts'

/*
 * The integration tests of what changed since main, nearest first, up to a fixed amount.
 */

/** How much runs: each file counts 1, heavy ones as in `heavyFiles`. */
const budget = 30

/** Broad and quick: access rules of every call. It runs whenever a call or the contract changed. */
const accessTest = 'apps/server/src/api/tests/access.integration.test.ts'
const accessFolders = /^(apps\/server\/src\/api|packages\/contract)\//

/** Settings of every test. */
const settings = ['package.json', 'package-lock.json', 'vitest.config.ts']
const farAway = 1_000

const isTest = (path: string): boolean => /\.(integration|sqlite|postgres)\.test\.ts$/.test(path)
const isPostgresTest = (path: string): boolean => path.endsWith('.postgres.test.ts')

/** What only PostgreSQL would notice. */
const isDialect = (path: string): boolean =>
  path.startsWith('apps/server/src/db/') || /postgres/.test(path)

type Project = 'ports' | 'sqlite' | 'postgres'

const projectOf = (test: string): Project => {
  if (isPostgresTest(test)) return 'postgres'
  return portFiles.some((pattern) => matchesGlob(test, pattern)) ? 'ports' : 'sqlite'
}

export type Choice = {
  readonly run: readonly string[]
  readonly leftOut: readonly string[]
  readonly projects: readonly Project[]
}

/** Picks from the tests that need a changed file. */
export function chooseTests(
  tests: readonly string[],
  changed: readonly string[],
  distances: ReadonlyMap<string, number>,
): Choice {
  const dialect = changed.some(isDialect)
  const always = changed.some((path) => accessFolders.test(path)) ? [accessTest] : []
  const asked = tests
    .filter((test) => distances.has(test) || always.includes(test))
    .filter((test) => !isPostgresTest(test) || dialect)
  const placed = asked
    .map((test) => ({ test, place: placeOf(test, { changed, distances, always }) }))
    .toSorted((a, b) => a.place - b.place)
  const run: string[] = []
  const leftOut: string[] = []
  let left = budget
  for (const { test } of placed) {
    const cost = heavyFiles[test] ?? 1
    const fits = cost <= left
    ;(fits ? run : leftOut).push(test)
    if (fits) left -= cost
  }
  return { run, leftOut, projects: [...new Set(run.map(projectOf))] }
}

type Change = {
  readonly changed: readonly string[]
  readonly distances: ReadonlyMap<string, number>
  readonly always: readonly string[]
}

/**
 * Changed tests first; then by the imports between a test and the nearest change, plus the folders between them. Most
 * tests reach a change through the whole product, equally far by imports alone.
 */
function placeOf(test: string, { changed, distances, always }: Change): number {
  const distance = distances.get(test) ?? Number.POSITIVE_INFINITY
  if (distance === 0 || always.includes(test)) return 0
  return distance + Math.min(...changed.map((path) => folderDistance(test, path)))
}

const folderDistance = (a: string, b: string): number => {
  const way = relative(dirname(a), dirname(b))
  return way === '' ? 0 : way.split('/').length
}

const git = (...args: string[]): string =>
  execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()

/** The commit at which this branch left another one; null without that branch. */
function forkPoint(branch: string): string | null {
  try {
    return git('merge-base', 'HEAD', branch)
  } catch {
    return null
  }
}

/**
 * The commit to compare with: where this branch left main, or where main left its remote. Without commits of its own
 * a tree is compared with HEAD, or HEAD with the commit before it when nothing else changed.
 */
function changesBase(): string {
  const head = git('rev-parse', 'HEAD')
  const forks = ['main', 'origin/main'].map(forkPoint)
  const ownCommits = forks.find((fork) => fork !== null && fork !== head)
  return ownCommits ?? (git('status', '--porcelain') === '' ? 'HEAD~1' : 'HEAD')
}

/** Every path that differs from the base, new and deleted files too. */
export function changedFiles(): readonly string[] {
  const listed = [
    git('diff', '--name-only', '--no-renames', '-z', changesBase()),
    git('ls-files', '-z', '--others', '--exclude-standard'),
  ]
  return listed.flatMap((list) => list.split('\0')).filter((path) => path !== '')
}

/** What the repository's tests need. */
export function readTests() {
  const files = repositoryFiles()
  return { tests: files.filter(isTest), importers: readImporters(files) }
}

/** The choice for these changes. */
export function changedTests(
  changed: readonly string[],
  { tests, importers }: ReturnType<typeof readTests>,
): Choice {
  const reached = importDistances(importers, changed)
  // Settings touch every test: all of them are asked, after those that are nearer to another change.
  const distances = changed.some((path) => settings.includes(path))
    ? new Map([...tests.map((test) => [test, farAway] as const), ...reached])
    : reached
  return chooseTests(tests, changed, distances)
}
