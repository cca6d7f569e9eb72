import { killChildrenAtExit } from './child.ts'
import { pinningNote } from './cores.ts'
import { readPlan, usage } from './plan.ts'
import { print, printSummary } from './report.ts'
import { consolePages } from './scenarios/console-pages.ts'
import { growth } from './scenarios/growth/growth.ts'
import { oneAtATime } from './scenarios/one-at-a-time.ts'
import { openStreams } from './scenarios/open-streams.ts'
import { secondStart } from './scenarios/start.ts'
import { json, largeBodies, streams } from './scenarios/throughput.ts'
import { twoProcesses } from './scenarios/two-processes.ts'
import { translation } from './scenarios/translation.ts'
import { Workbench } from './workbench.ts'

type Scenario = (bench: Workbench) => Promise<void>

const scenarios: Readonly<Record<string, Scenario>> = {
  json,
  streams,
  latency: oneAtATime,
  large: largeBodies,
  open: openStreams,
  start: secondStart,
  console: consolePages,
  cluster: twoProcesses,
  translation,
  growth,
}

/** Measures our server beside others, and says of each target whether it was hit. */
async function main(): Promise<void> {
  const plan = readPlan(process.argv.slice(2))
  if (plan === null) return print(`${usage}\n\nscenarios: ${Object.keys(scenarios).join(', ')}`)
  const unknown = plan.scenarios.find((name) => !(name in scenarios))
  if (unknown !== undefined) throw new Error(`there is no scenario "${unknown}"`)
  killChildrenAtExit()
  print(`Node ${process.version}. ${pinningNote}`)
  await using bench = await Workbench.open(plan)
  for (const [name, run] of Object.entries(scenarios)) {
    if (plan.scenarios.length === 0 || plan.scenarios.includes(name)) await run(bench)
  }
  printSummary()
}

await main().catch((error: unknown) => {
  process.stderr.write(`\n${error instanceof Error ? error.stack : String(error)}\n`)
  process.exitCode = 1
})
