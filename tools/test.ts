import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { runLanes, runStep, type StepResult } from './run-steps.ts'
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

const none: Counts = { passed: 0, failed: 0, skipped: 0, names: [] }

const folder = join(tmpdir(), `posthouse-test-${process.pid}`)

const isLong = process.argv[2] === 'long'

/** What tells a test that it may ask everything. */
const longRun = isLong ? { POSTHOUSE_TEST_LONG: '1' } : {}

const suites = isLong ? ['long'] : ['sqlite', 'postgres', 'ports', 'faults', 'unit', 'clients']

/** The browser opens what was built, and a few other tests read it. */
const built = runStep(
  { name: 'build', command: ['node', 'tools/build-console.ts', '--if-changed'] },
  { show: false },
)

async function vitest(suite: string): Promise<Counts> {
  const file = join(folder, `${suite}.json`)
  const command = ['vitest', 'run', '--project', suite, '--reporter', 'dot']
  const result = await runStep(
    { name: suite, command: [...command, '--reporter', 'json', '--outputFile.json', file] },
    { show: false },
  )
  return report(result, vitestCounts(file))
}

/** Suites run side by side, so each prints one line, and its output only when it failed. */
function report(result: StepResult, counted: Counts): Counts {
  const counts = orNotRun(result.name, result.ok, counted)
  const seconds = `${Math.round(result.seconds)} s`
  console.log(`${result.ok ? '✓' : '✗'} ${result.name}: ${counts.passed} passed (${seconds})`)
  if (!result.ok) console.log(result.output)
  return counts
}

function vitestCounts(file: string): Counts {
  const json = readJson(file)
  if (json === null) return none
  return {
    passed: Number(json['numPassedTests'] ?? 0),
    failed: Number(json['numFailedTests'] ?? 0),
    skipped: Number(json['numPendingTests'] ?? 0),
    names: failuresOf(json),
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
  const build = await built
  if (!build.ok) return report(build, none)
  const file = join(folder, 'browser.json')
  const result = await runStep(
    { name: 'browser', command: ['playwright', 'test', '--config', 'e2e/playwright.config.ts'] },
    { show: false, env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file, ...longRun } },
  )
  return report(result, browserCounts(file))
}

function browserCounts(file: string): Counts {
  const json = readJson(file)
  const suites = (json?.['suites'] ?? []) as readonly BrowserSuite[]
  const stats = json?.['stats'] as Record<string, number> | undefined
  return {
    passed: (stats?.['expected'] ?? 0) + (stats?.['flaky'] ?? 0),
    failed: stats?.['unexpected'] ?? 0,
    skipped: stats?.['skipped'] ?? 0,
    names: namesOf(suites, 'unexpected'),
    flaky: namesOf(suites, 'flaky'),
  }
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
  const [checks] = await Promise.all([runLanes(staticLanes), built])
  return {
    passed: checks.filter(({ ok }) => ok).length,
    failed: checks.filter(({ ok }) => !ok).length,
    skipped: 0,
    names: checks.filter(({ ok }) => !ok).map(({ name }) => `static check: ${name}`),
  }
}

/** Longest first. Two at a time keep two cores busy, because browsers and databases often wait. */
const waiting: (() => Promise<Counts>)[] = [
  browser,
  ...(isLong ? [] : [staticCounts]),
  ...suites.map((suite) => () => vitest(suite)),
]

async function lane(): Promise<readonly Counts[]> {
  const run = waiting.shift()
  return run === undefined ? [] : [await run(), ...(await lane())]
}

const all = (await Promise.all([lane(), lane()])).flat()
rmSync(folder, { recursive: true, force: true })

const sum = (key: 'passed' | 'failed' | 'skipped'): number =>
  all.reduce((total, counts) => total + counts[key], 0)
for (const name of all.flatMap(({ flaky = [] }) => flaky)) console.log(`flaky: ${name}`)
for (const name of all.flatMap(({ names }) => names)) console.log(`✗ ${name}`)
const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : ''
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped}`)
process.exitCode = sum('failed') === 0 ? 0 : 1
