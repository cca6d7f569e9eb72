import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { runLanes, runStep, type Step } from './run-steps.ts'
import { staticLanes } from './static-steps.ts'

/*
 * Everything: static checks, unit tests, ports, both databases, official clients, faults, and a real
 * browser; with `long`, what proves by long running. Each suite writes its counts to a file; the last
 * line adds them up.
 */

type Counts = {
  passed: number
  failed: number
  skipped: number
  /** What failed, by name: a log of a machine is read from its end. */
  names: readonly string[]
  /** What passed at its second try only. */
  flaky?: readonly string[]
}

const folder = join(tmpdir(), `posthouse-test-${process.pid}`)

const isLong = process.argv[2] === 'long'

/** What tells a test that it may ask everything. */
const longRun = isLong ? { POSTHOUSE_TEST_LONG: '1' } : {}

const suites = isLong ? ['long'] : ['unit', 'ports', 'sqlite', 'postgres', 'clients', 'faults']

async function vitest(suite: string): Promise<Counts> {
  const file = join(folder, `${suite}.json`)
  const step: Step = {
    name: suite,
    command: [
      'vitest',
      'run',
      '--project',
      suite,
      '--reporter',
      'dot',
      '--reporter',
      'json',
      '--outputFile.json',
      file,
    ],
  }
  console.log(`\n== ${suite}`)
  const { ok, seconds } = await runStep(step, { show: true })
  console.log(`${suite}: ${Math.round(seconds)} s`)
  const counts = vitestCounts(file)
  return orNotRun(suite, ok, counts)
}

function vitestCounts(file: string): Counts {
  const report = readJson(file)
  if (report === null) return { passed: 0, failed: 0, skipped: 0, names: [] }
  return {
    passed: Number(report['numPassedTests'] ?? 0),
    failed: Number(report['numFailedTests'] ?? 0),
    skipped: Number(report['numPendingTests'] ?? 0),
    names: failuresOf(report),
  }
}

/** A suite that did not run at all is a failure, whatever it says. */
const orNotRun = (suite: string, ok: boolean, counts: Counts): Counts =>
  ok || counts.failed > 0 ? counts : { ...counts, failed: 1, names: [`${suite} did not run`] }

type VitestReport = {
  testResults?: readonly {
    name: string
    message: string
    assertionResults: readonly { status: string; fullName: string }[]
  }[]
}

const failuresOf = ({ testResults = [] }: VitestReport): readonly string[] =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => `${relative('.', name)} > ${fullName}`),
  )

async function browser(): Promise<Counts> {
  const file = join(folder, 'browser.json')
  console.log('\n== browser')
  const { ok, seconds } = await runStep(
    { name: 'browser', command: ['playwright', 'test', '--config', 'e2e/playwright.config.ts'] },
    { show: true, env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file, ...longRun } },
  )
  console.log(`browser: ${Math.round(seconds)} s`)
  const report = readJson(file)
  const suites = (report?.['suites'] ?? []) as readonly BrowserSuite[]
  const stats = report?.['stats'] as Record<string, number> | undefined
  const counts = {
    passed: (stats?.['expected'] ?? 0) + (stats?.['flaky'] ?? 0),
    failed: stats?.['unexpected'] ?? 0,
    skipped: stats?.['skipped'] ?? 0,
    names: namesOf(suites, 'unexpected'),
    flaky: namesOf(suites, 'flaky'),
  }
  return orNotRun('browser', ok, counts)
}

type BrowserSuite = {
  readonly title: string
  readonly suites?: readonly BrowserSuite[]
  readonly specs?: readonly {
    readonly title: string
    readonly tests: readonly { readonly status: string }[]
  }[]
}

const namesOf = (
  suites: readonly BrowserSuite[],
  wanted: 'unexpected' | 'flaky',
): readonly string[] =>
  suites.flatMap((suite) => [
    ...(suite.specs ?? [])
      .filter(({ tests }) => tests.some(({ status }) => status === wanted))
      .map((spec) => `browser > ${suite.title} > ${spec.title}`),
    ...namesOf(suite.suites ?? [], wanted),
  ])

function readJson(file: string): Record<string, unknown> | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

async function staticCounts(): Promise<Counts> {
  console.log('== static checks')
  const checks = await runLanes(staticLanes)
  return {
    passed: checks.filter(({ ok }) => ok).length,
    failed: checks.filter(({ ok }) => !ok).length,
    skipped: 0,
    names: checks.filter(({ ok }) => !ok).map(({ name }) => `static check: ${name}`),
  }
}

const all: Counts[] = isLong ? [] : [await staticCounts()]
for (const suite of suites) all.push(await vitest(suite))
all.push(await browser())
rmSync(folder, { recursive: true, force: true })

const sum = (key: 'passed' | 'failed' | 'skipped'): number =>
  all.reduce((total, counts) => total + counts[key], 0)
for (const name of all.flatMap(({ flaky = [] }) => flaky)) console.log(`flaky: ${name}`)
for (const name of all.flatMap(({ names }) => names)) console.log(`✗ ${name}`)
const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : ''
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped}`)
process.exitCode = sum('failed') === 0 ? 0 : 1
