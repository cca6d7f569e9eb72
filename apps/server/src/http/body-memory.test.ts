import { assert, array, constantFrom, integer, property, record } from 'fast-check'
import { Refusal } from '@posthouse/contract/refusal'
import { describe, expect, it } from 'vitest'
import { type BodyMemory, createBodyMemory, type MemoryLease, partOf } from './body-memory.ts'

const limits = { process: 100, request: 40 }
const start = () => createBodyMemory(() => limits)

const refused = (work: () => void): string => {
  try {
    work()
    return ''
  } catch (error) {
    return error instanceof Refusal ? error.code : expect.fail(String(error))
  }
}

describe('the memory of bodies', () => {
  it('gives a request so much, and no more', () => {
    const lease = start().lease()
    lease.take(40)
    expect(refused(() => lease.take(1))).toBe('request.too-large')
  })

  it('gives back what an attempt took, and keeps nothing for it afterwards', () => {
    const lease = start().lease()
    lease.take(10)
    const part = partOf(lease)
    part.take(30)
    part.giveBack()
    expect([lease.held(), refused(() => part.take(1))]).toEqual([10, 'server.memory'])
  })

  it('refuses what the process has no room for, and takes it once there is', () => {
    const memory = start()
    const leases = ['a', 'b', 'c'].map((owner) => {
      const lease = memory.lease()
      lease.claim(owner)
      return lease
    })
    for (const lease of leases.slice(0, 2)) lease.take(30)
    const [first, , last] = leases
    expect(refused(() => last?.take(30))).toBe('server.memory')
    first?.release()
    expect(refused(() => last?.take(30))).toBe('')
    expect(memory.held()).toBe(60)
  })

  it('leaves room for others, however many requests one owner has', () => {
    const memory = start()
    const ofOne = (): MemoryLease => {
      const lease = memory.lease()
      lease.claim('greedy')
      return lease
    }
    ofOne().take(30)
    expect(refused(() => ofOne().take(21))).toBe('server.memory')
    const other = memory.lease()
    other.claim('other')
    expect(refused(() => other.take(35))).toBe('')
  })

  const kibibyte = 1024
  /** Takes as much as is given, in requests of one size. */
  const fill = (memory: BodyMemory, owner: string, size: number): void => {
    for (;;) {
      const lease = memory.lease()
      lease.claim(owner)
      for (let taken = 0; taken < size; taken += 64 * kibibyte) {
        if (refused(() => lease.take(64 * kibibyte)) !== '') return
      }
    }
  }
  const largeLimits = { process: 64 * 1024 * kibibyte, request: 32 * 1024 * kibibyte }

  it('keeps a part for small requests, also of those who hold large ones', () => {
    const memory = createBodyMemory(() => largeLimits)
    const greedy = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
    for (const owner of greedy) fill(memory, owner, 8 * 1024 * kibibyte)
    for (const owner of ['newcomer', ...greedy]) {
      const lease = memory.lease()
      lease.claim(owner)
      expect(refused(() => lease.take(200 * kibibyte))).toBe('')
      expect(refused(() => lease.take(200 * kibibyte))).toBe('server.memory')
    }
  })

  it('has room for one more, however many hold what they can', () => {
    const memory = createBodyMemory(() => largeLimits)
    for (const owner of ['a', 'b', 'c', 'd']) {
      fill(memory, owner, 8 * 1024 * kibibyte)
      fill(memory, owner, 256 * kibibyte)
    }
    const newcomer = memory.lease()
    newcomer.claim('newcomer')
    expect(refused(() => newcomer.take(200 * kibibyte))).toBe('')
  })

  it('counts an answer that was paid for above all bounds', () => {
    const memory = start()
    const lease = memory.lease()
    lease.count(1_000)
    expect(refused(() => memory.lease().take(1))).toBe('server.memory')
    lease.release()
    expect(memory.held()).toBe(0)
  })

  it('lets answers grow while there is room, whatever a request may hold', () => {
    const memory = start()
    const lease = memory.lease()
    lease.claim('a')
    expect(lease.grow(50)).toBe(true)
    expect(lease.grow(1)).toBe(false)
    lease.giveBack(20)
    expect([lease.held(), memory.held()]).toEqual([30, 30])
    lease.release()
    expect(lease.grow(1)).toBe(false)
    expect(memory.held()).toBe(0)
  })

  it('gives nothing to what is still under way for a request that has ended', () => {
    const memory = start()
    const lease = memory.lease()
    lease.release()
    expect(refused(() => lease.take(1))).toBe('server.memory')
    lease.count(1)
    expect(memory.held()).toBe(0)
  })

  it('is empty when all is released, whatever was taken and refused', () => {
    const step = record({
      owner: constantFrom('', 'a', 'b'),
      bytes: integer({ min: 0, max: 60 }),
      what: constantFrom('take' as const, 'count' as const, 'claim' as const, 'release' as const),
      lease: integer({ min: 0, max: 3 }),
    })
    assert(
      property(array(step), (steps) => {
        const memory = start()
        const leases = Array.from({ length: 4 }, () => memory.lease())
        for (const { owner, bytes, what, lease } of steps) {
          const one = leases[lease]
          if (what === 'take') refused(() => one?.take(bytes))
          else if (what === 'count') one?.count(bytes)
          else if (what === 'claim') one?.claim(owner)
          else one?.release()
        }
        for (const one of leases) one.release()
        expect(memory.held()).toBe(0)
        const again = memory.lease()
        again.claim('a')
        expect(refused(() => again.take(40))).toBe('')
      }),
    )
  })
})
