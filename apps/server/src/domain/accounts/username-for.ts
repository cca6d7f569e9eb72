import { randomInt } from 'node:crypto'
import { cut } from '../../lib/cut.ts'

const shortest = 3
const longest = 12

/** Usernames to try for somebody whom a provider calls `name`: as it is, then with a number. */
export function* usernamesFor(name: string, fallback: string): Generator<string> {
  const base = usernameFrom(name) ?? fallback
  yield base
  for (let number = 2; number <= 9; number += 1) yield withNumber(base, number)
  for (const digits of [3, 4, 5, 6, 6, 6])
    yield withNumber(base, randomInt(10 ** (digits - 1), 10 ** digits))
}

/** Null: nothing usable is left of it. The rules are the contract's for a username. */
function usernameFrom(name: string): string | null {
  const [local = ''] = name.split('@')
  const clean = cut(local.replaceAll(/[\s@\p{C}]/gu, ''), longest)
  return clean.length < shortest ? null : clean
}

const withNumber = (base: string, number: number): string =>
  `${cut(base, longest - String(number).length)}${number}`
