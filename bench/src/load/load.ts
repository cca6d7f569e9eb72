import { setTimeout as delay } from 'node:timers/promises'
import { quantile } from '../statistics.ts'
import { type Answered, Connection } from './connection.ts'
import type { LoadJob, LoadLine, LoadResult, Spread } from './job.ts'

/*
 * The load: a process of its own, so that its work is on another core than what is measured. It
 * prints a line when the measured time begins and one with the result when it has ended.
 */

const openedMsMax = 30_000
const failuresMax = 1_000

class Load {
  readonly #job: LoadJob
  readonly #connections = new Set<Connection>()
  readonly #totals: number[] = []
  readonly #firsts: number[] = []
  readonly #full = Promise.withResolvers<void>()
  #failures = 0
  #events = 0
  #opened = 0
  #measuring = false

  constructor(job: LoadJob) {
    this.#job = job
  }

  async run(): Promise<void> {
    const { connections, ports } = this.#job
    const requests = ports.map((port) => requestBytes(port, this.#job))
    for (let index = 0; index < connections; index += 1) {
      const place = index % ports.length
      this.#open(ports[place] ?? 0, requests[place] ?? Buffer.alloc(0))
      // A thousand connections in one turn overflow the queue of a listening socket.
      if (index % 50 === 49) await delay(10)
    }
    await this.#settleIn()
    const startedAt = performance.now()
    this.#begin()
    await Promise.race([delay(this.#job.seconds * 1_000), this.#full.promise])
    this.#end((performance.now() - startedAt) / 1_000)
  }

  async #settleIn(): Promise<void> {
    const { holdOpen, connections, warmUpSeconds } = this.#job
    const until = performance.now() + openedMsMax
    while (holdOpen && this.#opened < connections && performance.now() < until) await delay(50)
    await delay(warmUpSeconds * 1_000)
  }

  #open(port: number, request: Buffer): void {
    const connection = new Connection(port, request, {
      answered: (from, answered) => this.#answered(from, answered),
      content: (isFirst) => {
        this.#events += 1
        if (isFirst) this.#opened += 1
      },
      broken: (from) => {
        this.#connections.delete(from)
        this.#failures += 1
        if (this.#failures < failuresMax && !this.#job.holdOpen) this.#open(port, request)
      },
    })
    this.#connections.add(connection)
    connection.send()
  }

  #answered(connection: Connection, { ok, totalMs, firstContentMs }: Answered): void {
    if (!ok) this.#failures += 1
    else if (this.#measuring) {
      this.#totals.push(totalMs)
      this.#firsts.push(firstContentMs)
      if (this.#totals.length >= this.#job.requestsMax) return this.#full.resolve()
    }
    const { holdOpen, pauseMs } = this.#job
    if (holdOpen) return
    if (pauseMs === 0) connection.send()
    else setTimeout(() => connection.send(), pauseMs)
  }

  #begin(): void {
    this.#measuring = true
    this.#events = 0
    print({ event: 'begin' })
  }

  #end(seconds: number): void {
    const result: LoadResult = {
      requests: this.#totals.length,
      seconds,
      failures: this.#failures,
      totalMs: spreadOf(this.#totals),
      firstContentMs: spreadOf(this.#firsts),
      opened: this.#opened,
      events: this.#events,
    }
    print({ event: 'end', result })
    for (const connection of this.#connections) connection.close()
  }
}

const print = (line: LoadLine): void => void process.stdout.write(`${JSON.stringify(line)}\n`)

const spreadOf = (values: readonly number[]): Spread => ({
  p50: quantile(values, 0.5),
  p95: quantile(values, 0.95),
  p99: quantile(values, 0.99),
})

function requestBytes(port: number, { headers, body }: LoadJob): Buffer {
  const lines = Object.entries({
    host: `127.0.0.1:${port}`,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`)
  return Buffer.from(`POST /v1/chat/completions HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
}

/** The job comes on standard input, because a body of a megabyte is too long for an argument. */
async function readJob(): Promise<LoadJob> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk as Uint8Array))
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as LoadJob
}

await new Load(await readJob()).run()
