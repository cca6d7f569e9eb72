/*
 * Which files of tests make which suite, where a file's name does not say it.
 */

/** Integration tests that touch no database: they are asked once, not once a database. */
export const portFiles = [
  'apps/server/src/gateway/tests/*.integration.test.ts',
  'apps/server/src/gateway/tests/conformance/*.integration.test.ts',
  'apps/server/src/gateway/tests/cost/*.integration.test.ts',
  'apps/server/src/gateway/tests/ends/*.integration.test.ts',
  'apps/server/src/gateway/lookups/*.integration.test.ts',
  'apps/server/src/gateway/off-loop/*.integration.test.ts',
  'apps/server/src/upstream/**/*.integration.test.ts',
]

/**
 * Files that ask more in `npm run test:long`: they import `@posthouse/testkit/long-run`, and a test of the
 * repository compares the two.
 */
export const longFiles = [
  'apps/server/src/commands/start-with-journal.integration.test.ts',
  'apps/server/src/domain/outbox/kill.integration.test.ts',
  'apps/server/src/gateway/tests/conformance/any-body.integration.test.ts',
  'apps/server/src/gateway/tests/conformance/cells.integration.test.ts',
  'apps/server/src/gateway/tests/conformance/faults.integration.test.ts',
  'apps/server/src/gateway/tests/conformance/recorded.integration.test.ts',
  'apps/server/src/gateway/tests/conformance/signed-turns.integration.test.ts',
  'apps/server/src/gateway/tests/counted-usage.integration.test.ts',
  'apps/server/src/gateway/tests/ends/early-ends.integration.test.ts',
  'apps/server/src/gateway/tests/ends/our-bugs.integration.test.ts',
  'e2e/src/clients/anthropic.test.ts',
  'e2e/src/clients/gemini.test.ts',
  'e2e/src/clients/langchain.test.ts',
  'e2e/src/clients/openai.test.ts',
  'e2e/src/clients/responses.test.ts',
  'e2e/src/clients/vercel-ai.test.ts',
  'e2e/src/faults/kill.test.ts',
]
