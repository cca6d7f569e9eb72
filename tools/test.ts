import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runStep, runSteps, type Step } from './run-steps.ts'
import { staticSteps } from './static-steps.ts'

/*
 * Everything: static checks, unit tests, ports, both databases, official clients, faults, and a real
 * browser; with `long`, what proves by long running. Each suite writes its counts to a file; the last
 * line adds them up.
 */

type Counts = { passed: number; failed: number; skipped: number }

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
  const { ok } = await runStep(step, { show: true })
  const counts = vitestCounts(file)
  // A suite that did not run at all is a failure, whatever it says.
  return !ok && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

function vitestCounts(file: string): Counts {
  const report = readJson(file)
  if (report === null) return { passed: 0, failed: 1, skipped: 0 }
  return {
    passed: Number(report['numPassedTests'] ?? 0),
    failed: Number(report['numFailedTests'] ?? 0),
    skipped: Number(report['numPendingTests'] ?? 0),
  }
}

async function browser(): Promise<Counts> {
  const file = join(folder, 'browser.json')
  console.log('\n== browser')
  const { ok } = await runStep(
    { name: 'browser', command: ['playwright', 'test', '--config', 'e2e/playwright.config.ts'] },
    { show: true, env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file, ...longRun } },
  )
  const stats = readJson(file)?.['stats'] as Record<string, number> | undefined
  const counts = {
    passed: (stats?.['expected'] ?? 0) + (stats?.['flaky'] ?? 0),
    failed: stats?.['unexpected'] ?? 1,
    skipped: stats?.['skipped'] ?? 0,
  }
  return !ok && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

function readJson(file: string): Record<string, unknown> | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

async function staticCounts(): Promise<Counts> {
  console.log('== static checks')
  const checks = await runSteps(staticSteps)
  return {
    passed: checks.filter(({ ok }) => ok).length,
    failed: checks.filter(({ ok }) => !ok).length,
    skipped: 0,
  }
}

const all: Counts[] = isLong ? [] : [await staticCounts()]
for (const suite of suites) all.push(await vitest(suite))
all.push(await browser())
rmSync(folder, { recursive: true, force: true })

const sum = (key: keyof Counts): number => all.reduce((total, counts) => total + counts[key], 0)
const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : ''
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped}`)
process.exitCode = sum('failed') === 0 ? 0 : 1
