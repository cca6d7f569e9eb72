import { randomInt } from 'node:crypto'
import { cut } from '../../lib/cut.ts'

const shortest = 3
const longest = 12

/** Username candidates from a provider's display name: plain, then with a number. */
export function* usernamesFor(name: string, fallback: string): Generator<string> {
  const base = usernameFrom(name) ?? fallback
  yield base
  for (let number = 2; number <= 9; number += 1) yield withNumber(base, number)
  for (const digits of [3, 4, 5, 6, 6, 6])
    yield withNumber(base, randomInt(10 ** (digits - 1), 10 ** digits))
}

/** Null if no valid username remains. The contract has the rules. */
function usernameFrom(name: string): string | null {
  const [local = ''] = name.split('@')
  const clean = cut(local.replaceAll(/[\s@\p{C}]/gu, ''), longest)
  return clean.length < shortest ? null : clean
}

const withNumber = (base: string, number: number): string =>
  `${cut(base, longest - String(number).length)}${number}`
