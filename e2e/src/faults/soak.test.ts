import { randomFrom } from '@posthouse/testkit/random'
import { priceOf } from '@posthouse/testkit/stand'
import { describe, expect, test } from 'vitest'
import { type Books, faultsOf, type Heard, type Journals } from '../soak/compare.ts'
import { disturb, type Done, type Part, type SoakClock } from '../soak/disturb.ts'
import { type Disturbance, planOf, type Victim, victims, ways } from '../soak/plan.ts'
import { inputReported } from './load.ts'

/*
 * The soak on a clock that is turned by hand and before parts that only say what was done to them: half an hour
 * of it in a moment. `npm run soak` is the same before real processes.
 */

const halfHourMs = 30 * 60_000

/** A clock on which nobody waits. */
function handClock(): SoakClock {
  let now = 0
  return {
    now: () => now,
    sleep: async (ms) => {
      now += ms
    },
  }
}

type State = 'up' | 'paused' | 'gone'

/** Parts that refuse what cannot be done to them in their state. */
function modelParts(states: Map<Victim, State>): Record<Victim, Part> {
  const move = (victim: Victim, from: State, to: State) => async (): Promise<void> => {
    const state = states.get(victim)
    if (state !== from) throw new Error(`${victim} is ${state}, not ${from}`)
    const others = [...states].filter(([name, other]) => name !== victim && other !== 'up')
    if (others.length > 0) throw new Error(`${victim} is disturbed beside ${others.join()}`)
    states.set(victim, to)
  }
  const partOf = (victim: Victim): Part => ({
    pause: move(victim, 'up', 'paused'),
    goOn: move(victim, 'paused', 'up'),
    kill: move(victim, 'up', 'gone'),
    end: move(victim, 'up', 'gone'),
    start: move(victim, 'gone', 'up'),
  })
  return Object.fromEntries(victims.map((victim) => [victim, partOf(victim)])) as never
}

describe('the plan of a soak', () => {
  test('disturbs every part in every way within half an hour, one at a time, and leaves all up', async () => {
    const met = new Set<string>()
    for (let seed = 1; seed <= 50; seed += 1) {
      const plan = planOf(randomFrom(seed), halfHourMs)
      const states = new Map<Victim, State>(victims.map((victim) => [victim, 'up']))
      const clock = handClock()
      const said: Disturbance[] = []
      const done = await disturb(plan, modelParts(states), {
        clock,
        say: (what) => said.push(what),
      })
      expect(said).toEqual(plan)
      expect(done.map(({ from }) => from)).toEqual(plan.map(({ at }) => at))
      expect([...states.values()]).toEqual(victims.map(() => 'up'))
      expect(clock.now()).toBeLessThanOrEqual(halfHourMs - 20_000)
      for (const { victim, way } of plan) met.add(`${victim} ${way}`)
      // One that is longer than the other node waits for a sign of life.
      if (plan.some(({ way, forMs }) => way === 'pause' && forMs > 60_000)) met.add('long')
    }
    expect(met.size).toBe(victims.length * ways.length + 1)
  })

  test('is the same for the same seed', () => {
    expect(planOf(randomFrom(7), halfHourMs)).toEqual(planOf(randomFrom(7), halfHourMs))
  })
})

describe('the comparison at the end', () => {
  const killed: Done = {
    at: 0,
    from: 50_000,
    to: 53_000,
    victim: 'node 1',
    way: 'kill',
    forMs: 2_000,
  }
  const of = { client: 'c0', node: 'node 1', words: 5, status: 200, done: true }
  const heard: Heard[] = [
    { ...of, name: 'whole', endedAt: 10_000 },
    { ...of, name: 'cut', node: 'node 2', words: 9, done: false, endedAt: 20_000 },
    { ...of, name: 'refused', node: 'node 2', words: 9, status: 503, done: false, endedAt: 30_000 },
    { ...of, name: 'lost', endedAt: 49_900 },
  ]
  const journals: Journals = {
    heard,
    sent: new Map([
      ['whole', 5],
      ['cut', 3],
      ['lost', 5],
    ]),
    disturbances: [killed],
  }
  const whole = {
    name: 'whole',
    quota: priceOf(inputReported, 5),
    moved: priceOf(inputReported, 5),
    outcome: 'complete',
    rows: 1,
  }
  const cut = {
    name: 'cut',
    quota: priceOf(8, 3),
    moved: priceOf(8, 3),
    outcome: 'client-left',
    rows: 1,
  }
  const books: Books = {
    charges: [whole, cut],
    pendingHolds: 0,
    walletHeld: 0,
    granted: 1_000,
    walletBalance: 1_000 - whole.moved - cut.moved,
    doctor: [],
  }
  const told = (change: Partial<Books>, more: Partial<Journals> = {}): readonly string[] =>
    faultsOf({ ...journals, ...more }, { ...books, ...change })
  const lostOnce = ['lost had its answer of node 1 at 49900 and was not charged']

  test('has nothing to say of books that are right, though a killed node lost its last answer', () => {
    expect(told({})).toEqual([])
  })

  test.each([
    ['a charge that is missing', { charges: [cut], walletBalance: 1_000 - cut.moved }],
    ['a charge that stands twice', { charges: [whole, whole, cut] }],
    ['a charge that nobody asked for', { charges: [whole, cut, { ...cut, name: 'stranger' }] }],
    ['a charge of what never went out', { charges: [whole, cut, { ...cut, name: 'refused' }] }],
    ['a wrong price', { charges: [{ ...whole, quota: 1, moved: 1 }, cut] }],
    ['more than all of it costs', { charges: [whole, { ...cut, quota: 500, moved: 500 }] }],
    ['a row that says something else', { charges: [{ ...whole, moved: 1 }, cut] }],
    ['a hold that never ends', { pendingHolds: 1 }],
    ['money that stays held', { walletHeld: 3 }],
    ['a wallet that is short', { walletBalance: 1 }],
    ['what the doctor found', { doctor: ['a roll-up differs'] }],
  ])('finds %s', (_, change) => {
    expect(told(change)).not.toEqual([])
  })

  test('names an answer that its client had and nobody paid, and its node', () => {
    expect(told({ charges: [cut], walletBalance: 1_000 - cut.moved })).toEqual([
      'whole had its answer of node 1 at 10000 and was not charged',
    ])
  })

  test.each([
    ['its node lived', { disturbances: [{ ...killed, victim: 'node 2' }] }],
    ['its node was told to stop', { disturbances: [{ ...killed, way: 'restart' }] }],
    ['its node was there again', { disturbances: [{ ...killed, from: 40_000 }] }],
  ] satisfies [string, Partial<Journals>][])(
    'finds an answer that was lost though %s',
    (_, more) => {
      expect(told({}, more)).toEqual(lostOnce)
    },
  )

  test('finds an answer that was lost though its client had a later one of its node', () => {
    const later = { ...of, name: 'later', endedAt: 49_950 }
    const paid = { ...whole, name: 'later' }
    const journal = {
      heard: [...heard, later],
      sent: new Map([...journals.sent, ['later', 5]] as const),
    }
    const change = {
      charges: [whole, cut, paid],
      walletBalance: books.walletBalance - paid.moved,
    }
    expect(told(change, journal)).toEqual(lostOnce)
    // Another client, or another node, says nothing of that.
    for (const other of [{ client: 'c1' }, { node: 'node 2' }]) {
      expect(told(change, { ...journal, heard: [...heard, { ...later, ...other }] })).toEqual([])
    }
  })
})
