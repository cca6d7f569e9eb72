import * as argon2 from '@node-rs/argon2'
import { afterEach, expect, test, vi } from 'vitest'
import { checkAgainstNobody, passwordMatches } from './password.ts'

vi.mock('@node-rs/argon2', { spy: true })
afterEach(() => vi.clearAllMocks())

test.each(['', 'neither of the two forms'])(
  'an account that no password opens is as much work as a name that nobody has: %j',
  async (hash) => {
    await checkAgainstNobody('a guess')
    expect(argon2.verify).toHaveBeenCalledOnce()
    expect(await passwordMatches('a guess', hash)).toBe(false)
    expect(argon2.verify).toHaveBeenCalledTimes(2)
  },
)
