import { measure, type Measured } from '../measure.ts'
import { residentBytes } from '../process-usage.ts'
import * as requests from '../requests.ts'
import { check, figure, heading, print, table } from '../report.ts'
import { startNginx } from '../systems/nginx.ts'
import { startPosthouse } from '../systems/posthouse.ts'
import { isSkipped, type System } from '../systems/system.ts'
import type { Workbench } from '../workbench.ts'

const streams = 2_000
const kilobyte = 1_024

/** Many streams that say little: what each of them costs in memory. */
export async function openStreams(bench: Workbench): Promise<void> {
  heading(`${streams} open streams, 100 events/s in all, held for ${bench.plan.holdSeconds} s`)
  const nginx = await startNginx(bench.folder, bench.direct.port)
  const rows = [['', 'opened', 'events/s', 'KB a stream', 'growth KB a minute', 'CPU share']]
  if (!isSkipped(nginx)) rows.push(rowOf('nginx', await hold(bench, nginx)))
  await using ours = await startPosthouse(bench.direct.port, await bench.place('streams'))
  const held = await hold(bench, ours)
  table([...rows, rowOf('posthouse', held)])
  if (!isSkipped(nginx)) await nginx[Symbol.asyncDispose]()
  if (held.measured.opened < streams) {
    print(`  ! only ${held.measured.opened} of ${streams} streams gave content`)
  }
  check({
    what: 'streams that open',
    measured: Math.min(held.measured.opened, streams),
    bound: streams,
    wanted: 'at least',
    unit: 'streams',
  })
  check({
    what: 'memory of an open stream',
    measured: held.kilobytesEach,
    bound: 30,
    wanted: 'at most',
    unit: 'KB',
  })
}

type Held = {
  readonly measured: Measured
  readonly kilobytesEach: number
  readonly growthKilobytes: number
}

async function hold({ plan }: Workbench, system: System): Promise<Held> {
  const memory = (): number => system.pids.reduce((sum, pid) => sum + residentBytes(pid), 0)
  // Code that runs for the first time takes memory of its own, which no stream is to blame for.
  const warm = { body: requests.streamBody, connections: 16, seconds: 1 }
  await measure([system], warm)
  const idle = memory()
  let opened = 0
  const measured = await measure([system], {
    body: requests.pacedBody,
    connections: streams,
    seconds: plan.holdSeconds,
    warmUpSeconds: 2,
    holdOpen: true,
    onBegin: () => {
      opened = memory()
    },
  })
  const end = measured.residentBytes
  return {
    measured,
    kilobytesEach: (end - idle) / kilobyte / Math.max(1, measured.opened),
    growthKilobytes: ((end - opened) / kilobyte) * (60 / plan.holdSeconds),
  }
}

const rowOf = (name: string, { measured, kilobytesEach, growthKilobytes }: Held): string[] => [
  name,
  String(Math.min(measured.opened, streams)),
  figure(measured.events / measured.seconds),
  figure(kilobytesEach),
  String(Math.round(growthKilobytes)),
  measured.coreShare.toFixed(3),
]
