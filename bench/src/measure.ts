import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { pinned } from './cores.ts'
import type { LoadJob, LoadLine, LoadResult } from './load/job.ts'
import { cpuSeconds, residentBytes } from './process-usage.ts'
import type { System } from './systems/system.ts'

const script = fileURLToPath(new URL('load/load.ts', import.meta.url))

export type Measured = LoadResult & {
  readonly perSecond: number
  /** CPU time of the system for each request, all threads, in microseconds. */
  readonly cpuMicros: number
  /** How much of its core the system used. */
  readonly coreShare: number
  /** What the system would do with its core to itself: the measured rate by the share it had. */
  readonly perCoreSecond: number
  readonly residentBytes: number
}

export type Work = Pick<LoadJob, 'body' | 'connections' | 'seconds'> &
  Partial<Pick<LoadJob, 'warmUpSeconds' | 'requestsMax' | 'holdOpen' | 'pauseMs'>> & {
    /** Called when the measured time begins. */
    readonly onBegin?: () => void
  }

/** Puts load on systems that act as one, and reads what they used meanwhile. */
export async function measure(
  systems: readonly System[],
  { onBegin, ...work }: Work,
): Promise<Measured> {
  const job: LoadJob = {
    ports: systems.map(({ port }) => port),
    headers: systems[0]?.headers ?? {},
    warmUpSeconds: 1,
    requestsMax: Number.MAX_SAFE_INTEGER,
    holdOpen: false,
    pauseMs: 0,
    ...work,
  }
  const pids = systems.flatMap((system) => system.pids)
  const cpu = (): number => pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0)
  let before = 0
  let used = 0
  let resident = 0
  const result = await load(job, (line) => {
    if (line.event === 'begin') {
      before = cpu()
      onBegin?.()
    } else {
      used = cpu() - before
      resident = pids.reduce((sum, pid) => sum + residentBytes(pid), 0)
    }
  })
  const perSecond = result.requests / result.seconds
  return {
    ...result,
    perSecond,
    cpuMicros: result.requests === 0 ? 0 : (used / result.requests) * 1_000_000,
    coreShare: used / result.seconds,
    perCoreSecond: used === 0 ? 0 : result.requests / used,
    residentBytes: resident,
  }
}

async function load(job: LoadJob, told: (line: LoadLine) => void): Promise<LoadResult> {
  const [program = '', ...parameters] = pinned(1, [process.execPath, script])
  const child = spawn(program, parameters, { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const limit = setTimeout(
    () => child.kill('SIGKILL'),
    (job.seconds + job.warmUpSeconds + 90) * 1_000,
  )
  child.stdin.end(JSON.stringify(job))
  let result: LoadResult | null = null
  for await (const text of createInterface({ input: child.stdout })) {
    const line = JSON.parse(text) as LoadLine
    told(line)
    if (line.event === 'end') result = line.result
  }
  await ended
  clearTimeout(limit)
  if (result === null) throw new Error('the load ended without a result')
  return result
}
