import { setTimeout as delay } from 'node:timers/promises'
import { request } from 'undici'
import * as requests from '../requests.ts'
import { check, heading } from '../report.ts'
import { median } from '../statistics.ts'
import { furnish, startServer } from '../systems/posthouse.ts'
import type { Workbench } from '../workbench.ts'

/** From the start of the process to the first answer to a chat request, on a database that exists. */
export async function secondStart(bench: Workbench): Promise<void> {
  heading('Second start to first answer')
  const place = await bench.place('start')
  const first = await startServer(place)
  const key = await furnish(first.port, bench.direct.port)
  await first.stop()
  const times: number[] = []
  for (let round = 0; round < bench.plan.repetitions; round += 1) {
    const startedAt = performance.now()
    const server = await startServer(place)
    await untilAnswered(server.port, key)
    times.push(performance.now() - startedAt)
    await server.stop()
  }
  check({
    what: 'second start to first answer',
    measured: median(times),
    bound: 1_000,
    wanted: 'at most',
    unit: 'ms',
  })
}

async function untilAnswered(port: number, key: string): Promise<void> {
  for (let attempt = 0; attempt < 1_000; attempt += 1) {
    const status = await ask(port, key).catch(() => 0)
    if (status === 200) return
    await delay(5)
  }
  throw new Error('the server does not answer')
}

async function ask(port: number, key: string): Promise<number> {
  const { statusCode, body } = await request(`http://127.0.0.1:${port}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: requests.jsonBody,
  })
  await body.dump()
  return statusCode
}
