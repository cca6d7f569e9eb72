/*
 * One file of tests serves two commands: `npm test` asks a part of what it could ask, `npm run test:long`
 * all of it. A file that imports this is in the list of long files of vitest.config.ts.
 */

/** Whether everything is asked. */
export const isLongRun = process.env['POSTHOUSE_TEST_LONG'] === '1'

/** How often a property is tried or a fault repeated. */
export const rounds = (few: number, many: number): number => (isLongRun ? many : few)

/**
 * With whom a member of a ring is tried: with itself and its neighbour, so that everyone is met as either
 * side both of its own kind and of another; in a long run with all.
 */
export function partnersOf<Member>(ring: readonly Member[], member: Member): readonly Member[] {
  const next = ring[(ring.indexOf(member) + 1) % ring.length]
  return isLongRun || next === undefined ? ring : [member, next]
}
