import { runStep } from './run-steps.ts'

/**
 * The arrows between folders. The number of modules has a floor, because a tool that cannot read the
 * sources reports no violations either.
 */
const modulesMin = 1_000

const result = await runStep(
  {
    name: 'depcruise',
    command: ['depcruise', 'packages', 'apps', '--config', '.dependency-cruiser.mjs'],
  },
  { show: true },
)
const modules = Number(/\((\d+) modules/.exec(result.output)?.[1] ?? 0)
if (modules < modulesMin) {
  console.log(`only ${modules} modules were seen; there are at least ${modulesMin}`)
}
process.exitCode = result.ok && modules >= modulesMin ? 0 : 1
