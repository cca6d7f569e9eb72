/*
 * The same test files serve two commands: `npm test` runs some of their cases, `npm run test:long` all of them. Files
 * that import this module must be in the list of long files in vitest.config.ts.
 */

export const isLongRun = process.env['POSTHOUSE_TEST_LONG'] === '1'

/** How many times a property is checked or a fault repeated. */
export const rounds = (few: number, many: number): number => (isLongRun ? many : few)

/**
 * The members that one is paired with: itself and its neighbour in the ring, so that each is tested on both sides, with
 * its own kind and with another. In a long run, all members.
 */
export function partnersOf<Member>(ring: readonly Member[], member: Member): readonly Member[] {
  const next = ring[(ring.indexOf(member) + 1) % ring.length]
  return isLongRun || next === undefined ? ring : [member, next]
}
