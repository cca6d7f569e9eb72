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
  'apps/server/src/codec/**/*.integration.test.ts',
  'apps/server/src/http/paced-response.integration.test.ts',
  'apps/server/src/domain/accounts/attempt-limiter.integration.test.ts',
  'apps/server/src/domain/limits/limits.integration.test.ts',
  'apps/server/src/redis/shared-redis.integration.test.ts',
  'apps/server/src/upstream/**/*.integration.test.ts',
]

/**
 * The product on a database, about what has no statement and no lock of its own: other files ask those on both
 * databases, and these run on SQLite alone.
 */
export const sqliteFiles = [
  'apps/server/src/api/tests/access.integration.test.ts',
  'apps/server/src/api/tests/bodies.integration.test.ts',
  'apps/server/src/api/tests/gone.integration.test.ts',
  'apps/server/src/api/log/receipt.integration.test.ts',
  'apps/server/src/api/tests/private-names.integration.test.ts',
  'apps/server/src/api/tests/secrets.integration.test.ts',
  'apps/server/src/api/user/guessing.integration.test.ts',
  'apps/server/src/domain/channels/disable-key.integration.test.ts',
  'apps/server/src/domain/channels/sealed-texts.integration.test.ts',
  'apps/server/src/domain/usage-log/dense-text.integration.test.ts',
  'apps/server/src/gateway/responses/compaction.integration.test.ts',
  'apps/server/src/gateway/responses/elsewhere.integration.test.ts',
  'apps/server/src/gateway/responses/gone.integration.test.ts',
  'apps/server/src/gateway/responses/kept-memory.integration.test.ts',
  'apps/server/src/gateway/responses/kept-routes.integration.test.ts',
  'apps/server/src/gateway/responses/native.integration.test.ts',
  'apps/server/src/hooks/hooks.integration.test.ts',
  'apps/server/src/integrations/webhooks/webhooks.integration.test.ts',
  'apps/server/src/redis/hung-redis.integration.test.ts',
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

/** Integration tests that take as long as that many others. `npm run check:changed` has room for 30. */
export const heavyFiles: Readonly<Record<string, number>> = {
  'apps/server/src/api/tests/extremes.integration.test.ts': 3,
  'apps/server/src/api/tests/secrets.integration.test.ts': 3,
  'apps/server/src/api/user/mailed.integration.test.ts': 4,
  'apps/server/src/api/user/security/second-factor.integration.test.ts': 2,
  'apps/server/src/commands/commands.sqlite.test.ts': 20,
  'apps/server/src/commands/start-with-journal.integration.test.ts': 6,
  'apps/server/src/domain/outbox/kill.integration.test.ts': 3,
  'apps/server/src/gateway/task-calls/midjourney/midjourney.integration.test.ts': 4,
  'apps/server/src/gateway/task-calls/videos/videos.integration.test.ts': 3,
}
