import { PassThrough } from 'node:stream'
import { Refusal } from '@posthouse/contract/refusal'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readBytes } from './read-bytes.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const body = () => Object.assign(new PassThrough(), { headers: {} })
const roomy = { take: () => {} }
const mostBytes = 64 * 1024 * 1024

/** After how many seconds a body ends that is sent in pieces, second by second, and how. */
async function ended(pieceAt: (second: number) => number | null) {
  const request = body()
  let how: number | string | null = null
  void readBytes(request, mostBytes, roomy).then(
    ({ length }) => (how = length),
    (error: unknown) => (how = error instanceof Refusal ? error.code : String(error)),
  )
  let second = 0
  while (how === null) {
    const bytes = pieceAt(second)
    if (bytes === null) request.end()
    else if (bytes > 0) request.write(Buffer.alloc(bytes))
    second += 1
    await vi.advanceTimersByTimeAsync(1_000)
  }
  return { how, second }
}

const kibibyte = 1024

describe('a body', () => {
  it('may come slowly, with a pause, as over a bad line', async () => {
    const pieceAt = (second: number): number | null => {
      if (second === 120) return null
      return second > 40 && second < 65 ? 0 : 30 * kibibyte
    }
    expect(await ended(pieceAt)).toEqual({ how: 96 * 30 * kibibyte, second: 121 })
  })

  it('is given up in silence', async () => {
    expect(await ended((second) => (second === 0 ? 9 : 0))).toEqual({
      how: 'request.timeout',
      second: 30,
    })
  })

  it('buys no time with single bytes, however much came at first', async () => {
    const dripping = (second: number): number => (second % 7 === 0 ? 1 : 0)
    const { how, second } = await ended((at) => (at === 0 ? 32 * 1024 * kibibyte : dripping(at)))
    expect(how).toBe('request.timeout')
    expect(second).toBeLessThan(35)
  })

  it('is given up when it never ends', async () => {
    expect(await ended(() => 30 * kibibyte)).toEqual({ how: 'request.timeout', second: 300 })
  })
})
