import { runLanes } from './run-steps.ts'
import { staticLanes } from './static-steps.ts'

/** The fast loop: everything static, and the unit tests. */
const began = performance.now()
const results = await runLanes([
  ...staticLanes,
  [
    {
      name: 'unit tests',
      command: ['vitest', 'run', '--project', 'unit', '--reporter', 'dot'],
    },
  ],
])
const failed = results.filter(({ ok }) => !ok)
const seconds = (performance.now() - began) / 1_000
console.log(
  failed.length === 0
    ? `\nAll good in ${seconds.toFixed(0)} s`
    : `\nRed: ${failed.map(({ name }) => name).join(', ')}`,
)
process.exitCode = failed.length === 0 ? 0 : 1
