import type { texts as Zh } from '../../zh/usage/testing.ts'

/** Tests of many channels. */
export const texts: typeof Zh = {
  testing: {
    title: 'Test channels',
    all: 'Test all',
    many: 'Test',
    loading: 'Loading channels',
    none: 'No channels found.',
    question:
      'Test {{count}} channels? Each test sends a short request, which the upstream may charge for.',
    start: 'Test {{count}} channels',
    stop: 'Stop',
    again: 'Test the failed again',
    progress: 'Test progress',
    counts:
      '{{ended}} of {{all}} done: {{passed}} passed, {{failed}} failed, {{skipped}} not tested',
    passed: 'Passed in {{seconds}} s',
    states: {
      waiting: 'Waiting',
      running: 'Testing…',
      stopped: 'Stopped',
      failed: 'Failed',
      skipped: 'Not tested',
    },
    outcomes: {
      'too-slow': 'Slower than the maximum response time. The channel was disabled.',
      failed: 'Only you can fix this. The channel was disabled.',
      'key-failed': 'Only you can fix this. The key was disabled.',
      enabled: 'Recovered. The channel was enabled again.',
    },
  },
}

/** For one. */
export const one = {
  'testing.question':
    'Test {{count}} channel? The test sends a short request, which the upstream may charge for.',
  'testing.start': 'Test {{count}} channel',
}
