import * as requests from '../requests.ts'
import { check, figure, heading, table } from '../report.ts'
import type { Measured } from '../measure.ts'
import type { Measurements, SystemName, Workbench } from '../workbench.ts'

/*
 * Many requests at once. Targets compare what a system does with a whole core: the rate by the share
 * of the core that it had. Load and mock are the limit of the fastest systems, and other work on the
 * machine takes its share too; neither says anything about the system.
 */

const atOnce = 64
const largeAtOnce = 8
const names: readonly SystemName[] = ['direct', 'nginx', 'portkey', 'posthouse']

const rate = ({ perCoreSecond }: Measured): number => perCoreSecond

export async function json(bench: Workbench): Promise<void> {
  heading(`JSON of 1 KB, ${atOnce} at once`)
  const all = await bench.interleaved(names, { body: requests.jsonBody, connections: atOnce })
  printRates(all, 'req/s')
  againstPortkey(all, 'JSON 1 KB', 8)
  againstNginx(all, 'JSON 1 KB', 1 / 8)
  check({
    what: 'CPU of a charged request, all threads',
    measured: all.of('posthouse', ({ cpuMicros }) => cpuMicros),
    bound: 100,
    wanted: 'at most',
    unit: 'µs',
  })
}

export async function streams(bench: Workbench): Promise<void> {
  heading(`Streams of 100 chunks, ${atOnce} at once, a write for each chunk`)
  const all = await bench.interleaved(names, { body: requests.streamBody, connections: atOnce })
  printRates(all, 'streams/s')
  againstPortkey(all, 'SSE 100 chunks', 5)
  againstNginx(all, 'SSE 100 chunks', 0.7)

  heading(`Streams of 100 chunks, ${atOnce} at once, in 10 writes`)
  const packed = await bench.interleaved(names, {
    body: requests.packedBody,
    connections: atOnce,
  })
  printRates(packed, 'streams/s')
}

export async function largeBodies(bench: Workbench): Promise<void> {
  heading(`Requests of 1 MB, a picture in base64, ${largeAtOnce} at once`)
  const pictures = await bench.interleaved(names, {
    body: requests.pictureBody,
    connections: largeAtOnce,
  })
  printRates(pictures, 'req/s')
  againstPortkey(pictures, '1 MB picture', 5)

  heading(`Requests of 1 MB, all text, ${largeAtOnce} at once`)
  const texts = await bench.interleaved(names, {
    body: requests.longTextBody,
    connections: largeAtOnce,
  })
  printRates(texts, 'req/s')
  againstPortkey(texts, '1 MB text', 5)
}

function againstPortkey(all: Measurements, what: string, times: number): void {
  if (!all.has('portkey')) return
  check({
    what: `${what}, ${times} × portkey`,
    measured: all.of('posthouse', rate),
    bound: times * all.of('portkey', rate),
    wanted: 'at least',
    unit: 'a second of core',
  })
}

function againstNginx(all: Measurements, what: string, share: number): void {
  if (!all.has('nginx')) return
  check({
    what: `${what}, ${share} of nginx`,
    measured: all.of('posthouse', rate),
    bound: share * all.of('nginx', rate),
    wanted: 'at least',
    unit: 'a second of core',
  })
}

function printRates(all: Measurements, unit: string): void {
  const head = ['', unit, 'a second of core', 'CPU µs each', 'p50 ms', 'p99 ms', 'to content p50']
  const rows = all.names.map((name) => {
    const of = (pick: (measured: Measured) => number): string => figure(all.of(name, pick))
    return [
      name,
      of(({ perSecond }) => perSecond),
      of(rate),
      of(({ cpuMicros }) => cpuMicros),
      of(({ totalMs }) => totalMs.p50),
      of(({ totalMs }) => totalMs.p99),
      of(({ firstContentMs }) => firstContentMs.p50),
    ]
  })
  table([head, ...rows])
}
