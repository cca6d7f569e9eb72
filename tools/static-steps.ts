import type { Step } from './run-steps.ts'

export const formatStep: Step = { name: 'format', command: ['oxfmt', '--check'] }

/**
 * Everything that looks at the code without running it, in lanes that two cores share. The same for people and for
 * CI.
 */
export const staticLanes: readonly (readonly Step[])[] = [
  [
    {
      name: 'types',
      // Several checkers work out the same types once each: one takes a third of their time.
      command: ['tsc', '-b', '--checkers', '1', '--builders', '2'],
      env: { GOGC: '300' },
    },
    { name: 'architecture', command: ['node', 'tools/check-architecture.ts'] },
    { name: 'dead code', command: ['knip'] },
    {
      name: 'dead in production',
      command: ['knip', '--production', '--config', 'knip.production.json'],
    },
  ],
  [
    { name: 'format', command: ['oxfmt', '--check'] },
    {
      name: 'lint',
      command: ['oxlint', '--type-aware', '--deny-warnings'],
      // The same: on one thread the type-aware rules resolve each type once.
      env: { GOMAXPROCS: '1', GOGC: '400' },
    },
  ],
]
