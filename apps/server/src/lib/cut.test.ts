import { bytesHeld } from '@posthouse/testkit/memory'
import { expect, it } from 'vitest'
import { ownText } from './cut.ts'

const wholeBytes = 1024 * 1024

/** Pieces of long texts, of which nothing else is kept. */
const pieces = (of: (cut: string) => string): string[] =>
  Array.from({ length: 64 }, (_, number) =>
    of(
      Buffer.alloc(wholeBytes, 97 + (number % 26))
        .toString('latin1')
        .slice(1_000, 1_040),
    ),
  )

it('is the same text, and keeps nothing of where it was cut out', async () => {
  expect(ownText('é'.repeat(40))).toBe('é'.repeat(40))
  expect(ownText('short')).toBe('short')
  const before = await bytesHeld()
  const kept = pieces(ownText)
  expect((await bytesHeld()) - before).toBeLessThan(8 * wholeBytes)
  expect(kept.every(({ length }) => length === 40)).toBe(true)
})
