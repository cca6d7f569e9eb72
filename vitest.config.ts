import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { longFiles, portFiles, sqliteFiles } from './tools/test-files.ts'

/*
 * Tests start hundreds of threads and servers. Node compiles their files once, and finds them by their content.
 */
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(
  new URL('node_modules/.cache/compiled', import.meta.url),
)

const never = ['**/node_modules/**', '**/dist/**', '**/.tsc/**', 'e2e/**']

/** The whole product from outside, on SQLite. */
const fromOutside = (name: 'clients' | 'faults') => ({
  test: {
    name,
    include: [`e2e/src/${name}/**/*.test.ts`],
    exclude: never.filter((pattern) => !pattern.startsWith('e2e')),
    env: { POSTHOUSE_TEST_DATABASE: 'sqlite' },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})

/** The same files on both databases; only the environment differs. Some are about one of them, or ask it alone. */
const onDatabase = (name: 'sqlite' | 'postgres') => ({
  test: {
    name,
    include: ['**/*.integration.test.ts', `**/*.${name}.test.ts`],
    exclude: [...never, ...portFiles, ...(name === 'postgres' ? sqliteFiles : [])],
    isolate: false,
    env: { POSTHOUSE_TEST_DATABASE: name },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    ...(name === 'postgres' && {
      globalSetup: ['packages/testkit/src/postgres-global-setup.ts'],
    }),
  },
})

/*
 * No module keeps anything between two calls, so files share the modules of their process (`isolate`): to
 * load the product anew for each file took more time than the tests.
 */
export default defineConfig({
  test: {
    // A page that is not where its test looks for it is a failure here as on a clean machine, not a new page.
    update: 'none',
    // Most of a test is waiting for a port, a database or a process: one worker beside this one leaves a core idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          name: 'unit',
          isolate: false,
          include: ['**/*.test.ts', '**/*.test.tsx'],
          exclude: [...never, '**/*.{integration,sqlite,postgres}.test.ts'],
          testTimeout: 30_000,
        },
      },
      {
        // Real ports and no database: before a ledger of the tests.
        test: {
          name: 'ports',
          isolate: false,
          include: portFiles,
          exclude: never,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      onDatabase('sqlite'),
      onDatabase('postgres'),
      fromOutside('clients'),
      fromOutside('faults'),
      {
        test: {
          name: 'long',
          include: longFiles,
          env: { POSTHOUSE_TEST_DATABASE: 'sqlite', POSTHOUSE_TEST_LONG: '1' },
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
