import { changedFiles, changedTests, readTests } from './changed-tests.ts'
import { runLanes, type Step } from './run-steps.ts'
import { formatStep, staticLanes } from './static-steps.ts'

/*
 * The fast loop: everything static, and the unit tests. With `changed` also the integration tests that are nearest to
 * what changed since main; a change of pages alone is then not asked what only code can break.
 */
const began = performance.now()

const unitTests: Step = {
  name: 'unit tests',
  command: ['vitest', 'run', '--project', 'unit', '--reporter', 'dot'],
}

const changed = process.argv[2] === 'changed' ? changedFiles() : []
const { run, leftOut, projects } = changedTests(changed, readTests())

const integrationTests: Step = {
  name: `integration tests of what changed: ${run.length} of ${run.length + leftOut.length} files`,
  command: [
    'vitest',
    'run',
    ...projects.flatMap((name) => ['--project', name]),
    '--reporter',
    'dot',
    ...run,
  ],
}

const onlyPages = changed.length > 0 && changed.every((path) => path.endsWith('.md'))

const results = await runLanes([
  ...(onlyPages ? [[formatStep]] : staticLanes),
  [unitTests, ...(run.length > 0 ? [integrationTests] : [])],
])
const failed = results.filter(({ ok }) => !ok)
const seconds = (performance.now() - began) / 1_000
if (leftOut.length > 0) {
  console.log(`\nNot run, ${leftOut.length} files that also need what changed (npm test runs all):`)
  for (const file of leftOut) console.log(`  ${file}`)
}
console.log(
  failed.length === 0
    ? `\nAll good in ${seconds.toFixed(0)} s`
    : `\nRed: ${failed.map(({ name }) => name).join(', ')}`,
)
process.exitCode = failed.length === 0 ? 0 : 1
