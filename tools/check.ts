import { runSteps } from './run-steps.ts'
import { staticSteps } from './static-steps.ts'

/** The fast loop: everything static, and the unit tests. */
const results = await runSteps([
  ...staticSteps,
  { name: 'unit tests', command: ['vitest', 'run', '--project', 'unit', '--reporter', 'dot'] },
])
const failed = results.filter(({ ok }) => !ok)
const seconds = results.reduce((sum, result) => sum + result.seconds, 0)
console.log(
  failed.length === 0
    ? `\nAll good in ${seconds.toFixed(0)} s`
    : `\nRed: ${failed.map(({ name }) => name).join(', ')}`,
)
process.exitCode = failed.length === 0 ? 0 : 1
