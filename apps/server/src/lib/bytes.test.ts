import { describe, expect, it } from 'vitest'
import { joinBytes } from './bytes.ts'

const numbered = (length: number): Buffer =>
  Buffer.from(Array.from({ length }, (_, at) => at % 251))

/** Turns of the loop that pass until something is there. */
async function turnsUntil(what: Promise<unknown>): Promise<number> {
  let turns = 0
  let over = false
  void what.then(() => (over = true))
  while (!over) {
    await new Promise((resolve) => setImmediate(resolve))
    turns += 1
  }
  return turns
}

describe('joining bytes', () => {
  it.each([
    ['nothing', []],
    ['one short piece', [3]],
    ['short pieces', [1, 0, 700]],
    ['a long piece', [1_700_001]],
    ['long and short pieces', [600_000, 1, 524_288, 0, 1_048_577]],
  ])('gives all of them in their order: %s', async (_, lengths) => {
    const pieces = lengths.map(numbered)
    expect((await joinBytes(pieces)).equals(Buffer.concat(pieces))).toBe(true)
  })

  it('gives memory that nobody else has', async () => {
    for (const length of [7, 600_000, 2_000_000]) {
      const piece = numbered(length)
      const joined = await joinBytes([piece])
      piece.fill(0)
      expect(joined.equals(numbered(length))).toBe(true)
      expect(joined.buffer.byteLength).toBe(length)
    }
  })

  it('copies half a mebibyte in a turn at most', async () => {
    const mebibyte = 1024 * 1024
    expect(await turnsUntil(joinBytes([Buffer.alloc(8 * mebibyte)]))).toBeGreaterThanOrEqual(15)
    const chunks = Array.from({ length: 128 }, () => Buffer.alloc(mebibyte / 16))
    expect(await turnsUntil(joinBytes(chunks))).toBeGreaterThanOrEqual(15)
  })
})
