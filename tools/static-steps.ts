import type { Step } from './run-steps.ts'

export const formatStep: Step = { name: 'format', command: ['oxfmt', '--check'] }

/**
 * Everything that looks at the code without running it, in lanes that two cores share. The same for people and for
 * CI.
 */
export const staticLanes: readonly (readonly Step[])[] = [
  [
    { name: 'types', command: ['tsc', '-b'] },
    { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  ],
  [
    formatStep,
    { name: 'architecture', command: ['node', 'tools/check-architecture.ts'] },
    { name: 'dead code', command: ['knip'] },
    {
      name: 'dead in production',
      command: ['knip', '--production', '--config', 'knip.production.json'],
    },
  ],
]
