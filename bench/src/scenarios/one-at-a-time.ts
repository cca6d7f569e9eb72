import { fdatasyncMs } from '../disk.ts'
import type { Spread } from '../load/job.ts'
import type { Measured } from '../measure.ts'
import * as requests from '../requests.ts'
import { check, figure, heading, print, table } from '../report.ts'
import type { Measurements, Workbench } from '../workbench.ts'

const requestsMax = 3_000
const pauseMs = 5

/** What a gateway adds when there is no queue. One durable write of the disk is part of ours. */
export async function oneAtATime(bench: Workbench): Promise<void> {
  heading('One at a time')
  const disk = fdatasyncMs(bench.folder)
  print(`  fdatasync of this disk: p50 ${figure(disk.p50)} ms, p99 ${figure(disk.p99)} ms`)
  const names = ['direct', 'nginx', 'portkey', 'posthouse'] as const
  const work = { connections: 1, requestsMax }
  const json = await bench.interleaved(names, { ...work, body: requests.jsonBody })
  report(json, 'JSON 1 KB', disk, ({ totalMs }) => totalMs)
  const stream = await bench.interleaved(names, { ...work, body: requests.streamBody })
  report(stream, 'time to first content', disk, ({ firstContentMs }) => firstContentMs)
  // Without a pause a request may wait for the settlement of the one before.
  const apart = await bench.interleaved(['direct', 'posthouse'], {
    ...work,
    body: requests.jsonBody,
    pauseMs,
  })
  print(`  for comparison, with ${pauseMs} ms between the requests:`)
  rows(apart, 'JSON 1 KB', ({ totalMs }) => totalMs)
}

function report(
  all: Measurements,
  what: string,
  disk: Spread,
  pick: (measured: Measured) => Spread,
): void {
  rows(all, what, pick)
  for (const [share, bound] of [
    ['p50', 0.25],
    ['p99', 1],
  ] as const) {
    const of = (name: string): number => all.of(name, (measured) => pick(measured)[share])
    check({
      what: `${what}, added ${share} beside one fdatasync`,
      measured: of('posthouse') - of('direct') - disk[share],
      bound,
      wanted: 'at most',
      unit: 'ms',
    })
  }
}

function rows(all: Measurements, what: string, pick: (measured: Measured) => Spread): void {
  const made = all.names.map((name) => [
    name,
    figure(all.of(name, (measured) => pick(measured).p50)),
    figure(all.of(name, (measured) => pick(measured).p99)),
  ])
  table([[what, 'p50 ms', 'p99 ms'], ...made])
}
