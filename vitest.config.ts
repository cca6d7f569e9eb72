import { defineConfig } from 'vitest/config'

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

/** The same files on both databases; only the environment differs. A few need several nodes. */
const onDatabase = (name: 'sqlite' | 'postgres') => ({
  test: {
    name,
    include: [
      '**/*.integration.test.ts',
      ...(name === 'postgres' ? ['**/*.postgres.test.ts'] : []),
    ],
    // The cells of the dialects touch no database: once is enough.
    exclude: name === 'postgres' ? [...never, 'apps/server/src/gateway/conformance/**'] : never,
    env: { POSTHOUSE_TEST_DATABASE: name },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    ...(name === 'postgres' && {
      globalSetup: ['packages/testkit/src/postgres-global-setup.ts'],
    }),
  },
})

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/*.test.ts', '**/*.test.tsx'],
          exclude: [...never, '**/*.integration.test.ts', '**/*.postgres.test.ts'],
        },
      },
      onDatabase('sqlite'),
      onDatabase('postgres'),
      fromOutside('clients'),
      fromOutside('faults'),
    ],
  },
})
