/*
 * Which files of tests make which suite, where a file's name does not say it.
 */

/** Integration tests that touch no database: they are asked once, not once a database. */
export const portFiles = [
  'apps/server/src/gateway/*.integration.test.ts',
  'apps/server/src/gateway/conformance/*.integration.test.ts',
  'apps/server/src/gateway/cost/*.integration.test.ts',
  'apps/server/src/gateway/lookups/*.integration.test.ts',
  'apps/server/src/gateway/off-loop/*.integration.test.ts',
  'apps/server/src/upstream/*.integration.test.ts',
]

/**
 * Files that ask more in `npm run test:long`: they import `@posthouse/testkit/long-run`, and a test of the
 * repository compares the two.
 */
export const longFiles = [
  'apps/server/src/commands/start-with-journal.integration.test.ts',
  'apps/server/src/gateway/conformance/any-body.integration.test.ts',
  'apps/server/src/gateway/conformance/cells.integration.test.ts',
  'apps/server/src/gateway/conformance/faults.integration.test.ts',
  'apps/server/src/gateway/conformance/recorded.integration.test.ts',
  'apps/server/src/gateway/conformance/signed-turns.integration.test.ts',
  'apps/server/src/gateway/cost/linear-cost.integration.test.ts',
  'apps/server/src/gateway/counted-usage.integration.test.ts',
  'apps/server/src/gateway/early-ends.integration.test.ts',
  'apps/server/src/gateway/our-bugs.integration.test.ts',
  'e2e/src/faults/kill.test.ts',
]
