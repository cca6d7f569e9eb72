import { dialectNames } from '@posthouse/llm/canonical/dialect'
import { dialects } from '@posthouse/llm/dialects'
import { frameCutter } from '@posthouse/llm/bytes/framing'
import { plainRequest } from '@posthouse/llm/testing/plain-request'
import { masked } from '@posthouse/server/upstream/masking'
import { check, heading } from '../../report.ts'
import { answerShapes } from './answer-shapes.ts'
import { ownBodies, requestShapes } from './request-shapes.ts'

/** A piece of work in a size: made first, measured then. */
type Work = (size: number) => () => unknown

const addressed = { model: 'm', stream: true }
const sizeMost = 40_000

/** The CPU time of translating, cutting and masking grows with the size of a body, not with its square. */
export async function growth(): Promise<void> {
  heading('CPU time of twice the size, as a multiple of once the size')
  for (const [what, works] of Object.entries(groups())) {
    const ratios = works.map((work) => ratioOf(work))
    check({ what, measured: Math.max(...ratios), bound: ratioMost, wanted: 'at most', unit: '×' })
  }
}

function groups(): Readonly<Record<string, readonly Work[]>> {
  const shapes = Object.values(requestShapes)
  return {
    'requests written and read': dialectNames.flatMap((name) =>
      shapes.map((shape) => requestWork(name, shape)),
    ),
    'requests to every other dialect': dialectNames.flatMap((name) =>
      Object.values(ownBodies[name] ?? {}).map((body) => translationWork(name, body)),
    ),
    'answers written and read': dialectNames.flatMap((name) =>
      Object.values(answerShapes).map((shape) => answerWork(name, shape)),
    ),
    'frames cut': [frameWork],
    'upstream texts masked': ['a', 'word ', 'Ab9-', 'a.', '1.', 'a@b.c', 'key-', '-', ' \n'].map(
      maskWork,
    ),
  }
}

type Name = (typeof dialectNames)[number]

function requestWork(name: Name, shape: (typeof requestShapes)[string]): Work {
  const { asClient, asServer } = dialects[name]
  return (size) => {
    const request = shape(size)
    return () => asServer.request(asClient.body(request).body, addressed)
  }
}

function translationWork(name: Name, make: (size: number) => object): Work {
  return (size) => {
    const body = make(size)
    return () => {
      const read = dialects[name].asServer.request(body, addressed)
      if (read.ok) for (const to of dialectNames) dialects[to].asClient.body(read.value)
    }
  }
}

function answerWork(name: Name, shape: (typeof answerShapes)[string]): Work {
  const { asClient, asServer } = dialects[name]
  return (size) => {
    const events = shape(size)
    return () => {
      const writer = asServer.write(plainRequest)
      const reader = asClient.read()
      for (const event of events) {
        for (const frame of writer.frames(event).split(/(?<=\n\r?\n)/)) reader.step(frame)
      }
      reader.finish()
      asClient.answer(asServer.answer(events, plainRequest))
    }
  }
}

const frameWork: Work = (size) => {
  const chunk = Buffer.from(`data: ${'x'.repeat(1_000)}`)
  return () => {
    const cutter = frameCutter(64 * 1024 * 1024)
    for (let sent = 0; sent < size / 4; sent += 1) cutter.push(chunk)
    cutter.flush()
  }
}

const secrets = { baseUrl: 'https://api.supplier.example/v1', values: ['very-secret-value'] }

const maskWork =
  (piece: string): Work =>
  (size) => {
    const quoted = piece.repeat(size * 4)
    return () => masked(`your prompt was ${quoted}`, secrets)
  }

/** Below this the clock, the compiler and the collector are louder than what is measured. */
const measurableMicros = 20_000
const rounds = 6
const ratioMost = 2.5

/** Where tables outgrow a cache one doubling costs more: another is measured, and the smaller ratio counts. */
function ratioOf(work: Work): number {
  let size = 2_500
  while (size < sizeMost && leastCost(work(size), 3) < measurableMicros) size *= 2
  let least = Number.POSITIVE_INFINITY
  for (const once of [size, 2 * size, size]) {
    if (least > ratioMost) least = Math.min(least, doubling(work, once))
  }
  return least
}

/** In turns, and the best of some rounds: noise only ever adds. 1 where even twice the size is too cheap. */
function doubling(work: Work, size: number): number {
  const [once, twice] = [work(size), work(2 * size)]
  let [least, most] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let round = 0; round < rounds; round += 1) {
    least = Math.min(least, leastCost(once, 1))
    most = Math.min(most, leastCost(twice, 1))
  }
  return most < measurableMicros ? 1 : most / least
}

function leastCost(run: () => unknown, times: number): number {
  let least = Number.POSITIVE_INFINITY
  for (let time = 0; time < times; time += 1) {
    const before = process.threadCpuUsage()
    run()
    const { user, system } = process.threadCpuUsage(before)
    least = Math.min(least, user + system)
  }
  return least
}
