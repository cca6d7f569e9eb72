import { setTimeout as delay } from 'node:timers/promises'
import { eventually } from '@posthouse/testkit/books'
import {
  type MockCall,
  type MockUpstream,
  openMockUpstream,
} from '@posthouse/testkit/mock-upstream'
import { randomFrom, seedOfRun } from '@posthouse/testkit/random'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { booksOf, type TaskBooks } from './task-books.ts'
import { type Node, openTwoNodes, type TwoNodes } from './two-nodes.ts'

/*
 * 500 tasks on two nodes and PostgreSQL. Most fail or succeed as the sandbox is told at random, while a node is killed
 * with -9 at three points: before a supplier has accepted, before the acceptance is recorded, before the end is recorded.
 */

const atEachPoint = 20
const inEachPart = [120, 160, 160] as const
const tasksInAll = inEachPart.reduce((sum, count) => sum + count, 3 * atEachPoint)
const clients = 16

const seed = seedOfRun()
const random = randomFrom(seed)
let upstream: MockUpstream
let pair: TwoNodes
let key = ''

/** What clients were told: an id, or a refusal. Nothing where the node died. */
const journal = { tried: 0, accepted: [] as string[], refusals: new Map<number, number>() }

beforeAll(async () => {
  upstream = await openMockUpstream()
  pair = await openTwoNodes()
})
afterAll(async () => {
  await pair[Symbol.asyncDispose]()
  await upstream.close()
})

test(
  'each of 500 tasks ends once, and is charged or given back exactly once, on nodes that are killed',
  { timeout: 400_000 },
  async () => {
    console.log(`POSTHOUSE_SEED=${seed} repeats these tasks`)
    const [first, second] = pair.nodes
    await setUp(first)
    await second.start()

    const [early, middle, late] = inEachPart
    await Promise.all([load(early), killedBeforeAcceptance(first)])
    await first.start()
    await Promise.all([load(middle), killedBeforeRecord(second)])
    await killedAtEnds(first)
    await letTimePass()
    await Promise.all([first.start(), second.start()])
    await load(late)
    await expireEndless()
    await eventually('the end of every task', async () => ((await open()) === 0 ? true : null))
    expect(await Promise.all([first.stop(), second.stop()])).toEqual([0, 0])

    compare(await booksOf(pair.database))
    expect(await first.doctor()).toBe('')
    expect(await second.doctor()).toBe('')
  },
)

async function setUp(node: Node): Promise<void> {
  const root = await (await node.start()).root()
  const channel = { group: ['default'], key: 'sk-upstream' }
  await root.createChannel({
    body: {
      ...channel,
      type: 8,
      name: 'mock',
      models: ['mock/film'],
      base_url: `${upstream.url}/mock`,
    },
  })
  const model_mapping = JSON.stringify({ 'fixed/film': '+sandbox/video' })
  const sandbox = { type: 900, name: 'fixed', base_url: 'http://sandbox', model_mapping }
  await root.createChannel({ body: { ...channel, ...sandbox, models: ['fixed/film'] } })
  for (const [model, channel_type] of [
    ['mock/film', 8],
    ['fixed/film', 900],
  ] as const) {
    const price = { type: 'times', channel_type, input: '2', output: '2' } as const
    await root.createPrice({ body: { model, ...price } })
  }
  const unlimited = await root.createToken({ body: { name: 'films', unlimited_quota: true } })
  ;({ key } = unlimited)
  await pair.database.query('update user_groups set rpm = 0')
}

const sandboxScripts = [
  '',
  '',
  '',
  'task=failed',
  'task=lost',
  'task=html',
  'task=never',
  'task=wrong-file',
  'fault=400',
  'fault=429',
  'fault=500',
  'fault=html',
  'fault=reset',
  'fault=broken-json',
  'fault=cut',
]

const oneOf = <One>(all: readonly One[]): One => {
  const one = all[Math.floor(random() * all.length)]
  if (one === undefined) throw new Error('there is none')
  return one
}

/** Tasks of the sandbox on both nodes. A client whose node is gone asks for another task. */
async function load(count: number): Promise<void> {
  let left = count
  const client = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      const script = `${oneOf(sandboxScripts)} delay-ms=${Math.floor(random() * 1_500)}`
      const prompt = `a square [[sandbox: ${script}]]`
      await submit(oneOf(pair.nodes), oneOf(['fixed/film', 'sandbox/video']), prompt)
      await delay(random() * 40)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
}

async function submit(node: Node, model: string, prompt: string): Promise<void> {
  const response = await fetch(`${node.address}/v1/videos`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, prompt }),
  }).catch((error: unknown) => error)
  if (isNobodyThere(response)) {
    await delay(50)
    return await submit(oneOf(pair.nodes), model, prompt)
  }
  journal.tried += 1
  if (!(response instanceof Response)) return
  const answer: unknown = await response.json().catch(() => null)
  if (typeof answer !== 'object' || answer === null) return
  if ('id' in answer) journal.accepted.push(String(answer.id))
  else journal.refusals.set(response.status, (journal.refusals.get(response.status) ?? 0) + 1)
}

const isNobodyThere = (error: unknown): boolean =>
  error instanceof Error &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  error.cause.code === 'ECONNREFUSED'

const films = (node: Node, point: string): Promise<unknown> =>
  Promise.all(
    Array.from({ length: atEachPoint }, (_, at) => submit(node, 'mock/film', `${point} ${at}`)),
  )

/** Collects what comes for the stand-in, and answers nothing of it before it is told. */
function collect(): { readonly calls: readonly MockCall[]; readonly all: Promise<void> } {
  const calls: MockCall[] = []
  const all = Promise.withResolvers<void>()
  upstream.on('mock/film', (call) => {
    calls.push(call)
    if (calls.length === atEachPoint) all.resolve()
  })
  return { calls, all: all.promise }
}

async function killedBeforeAcceptance(node: Node): Promise<void> {
  const { all } = collect()
  const asked = films(node, 'before acceptance')
  await all
  await node.kill()
  await asked
}

async function killedBeforeRecord(node: Node): Promise<void> {
  const { calls, all } = collect()
  const asked = films(node, 'before the record')
  await all
  await killedWhileLocked(node, "status = 'submitted'", () => calls.forEach(accept))
  await asked
}

/** The other node is down: this one looks at every task. */
async function killedAtEnds(node: Node): Promise<void> {
  upstream.on('mock/film', accept)
  const ends: MockCall[] = []
  const all = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  upstream.onAny(async (call) => {
    await mayEnd.promise
    answerLook(call, () => {
      ends.push(call)
      if (ends.length === atEachPoint / 2) all.resolve()
    })
  })
  await films(node, 'at the end')
  mayEnd.resolve()
  await all.promise
  await killedWhileLocked(node, "status in ('queued', 'running')", () => ends.forEach(endAsToBe))
  upstream.onAny((call) => answerLook(call, () => endAsToBe(call)))
}

/** What a node wants to write of these tasks waits for a lock when the node is killed. */
async function killedWhileLocked(node: Node, which: string, answer: () => void): Promise<void> {
  const locker = await pair.database.connect()
  try {
    await locker.query('begin')
    await locker.query(`select id from tasks where model = 'mock/film' and ${which} for update`)
    answer()
    await eventually('a change that waits', async () => {
      const { rows } = await pair.database.query(
        `select 1 from pg_stat_activity where wait_event_type = 'Lock'`,
      )
      return rows.length > 0 ? true : null
    })
    await node.kill()
  } finally {
    await locker.query('rollback')
    locker.release()
  }
}

let accepted = 0
function accept(call: MockCall): void {
  accepted += 1
  call.json(200, { id: `film_${accepted}`, status: 'queued' })
}

const numberIn = ({ path }: MockCall): number => Number(/film_(\d+)/.exec(path)?.[1])

/** Every other film fails. */
function answerLook(call: MockCall, end: () => void): void {
  if (call.path.endsWith('/content')) return end()
  const status = numberIn(call) % 2 === 0 ? 'completed' : 'failed'
  if (status === 'failed') return end()
  call.json(200, { status })
}

function endAsToBe(call: MockCall): void {
  if (!call.path.endsWith('/content')) return call.json(200, { status: 'failed' })
  call.text(200, '\0\0\0\u{18}ftypmp42\0\0\0\0mp42isom', { 'content-type': 'video/mp4' })
}

/** Both nodes are gone: as if minutes had passed, their leases are over, and so is the time of acceptance. */
async function letTimePass(): Promise<void> {
  await pair.database.query(`update tasks set lease_until = 0 where open = 1`)
  await pair.database.query(
    `update tasks set poll_at = 1, deadline_at = 1 where status = 'submitted'`,
  )
}

/** As if the hours of their deadline had passed. */
async function expireEndless(): Promise<void> {
  await pair.database.query(
    `update tasks set poll_at = 1, deadline_at = 1 where open = 1 and request ~ 'task=(html|never)'`,
  )
}

async function open(): Promise<number> {
  const { rows } = await pair.database.query('select count(*) as n from tasks where open = 1')
  return Number(rows[0]?.['n'])
}

function compare({ tasks, sums }: TaskBooks): void {
  expect(journal.tried).toBe(tasksInAll)
  const ids = new Set(tasks.map(({ id }) => `video_${id.replaceAll('-', '')}`))
  expect(journal.accepted.filter((id) => !ids.has(id))).toEqual([])
  const prompts = upstream.of('mock/film').map(({ body }) => body['prompt'])
  expect(new Set(prompts).size).toBe(prompts.length)

  for (const task of tasks) {
    expect(task, task.id).toMatchObject({ open: 0, holds: 1, pending: 0 })
    const isKept = task.status === 'succeeded'
    expect(task.charges, task.id).toBeLessThanOrEqual(1)
    expect(task.charges - task.refunds, task.id).toBe(isKept ? 1 : 0)
    expect(task.charged - task.refunded, task.id).toBe(isKept ? task.price : 0)
    expect(task.moved, task.id).toBe(isKept ? task.price : 0)
    expect(task.logged, task.id).toBe(isKept ? task.price : 0)
  }
  const kept = tasks.filter(({ status }) => status === 'succeeded')
  const paid = kept.reduce((sum, { price }) => sum + price, 0)
  expect(sums).toEqual({ paid, logged: paid, held: 0 })

  const count = (status: string): number => tasks.filter((task) => task.status === status).length
  const told = ['succeeded', 'failed', 'expired'].map((status) => `${count(status)} ${status}`)
  console.log(
    `${tasks.length} tasks with a hold: ${told.join(', ')}; refusals: ${[...journal.refusals].join(' ')}`,
  )
  for (const status of ['succeeded', 'failed', 'expired']) expect(count(status)).toBeGreaterThan(0)
}
