import type { UsagePlaces } from '../../../parts/usage/usage-places.ts'

export const usagePlaces: UsagePlaces = {
  name: 'usage',
  otherSpelling: null,
  copies: [],
  inFrames: [
    { types: ['message_delta'], inside: null },
    { types: ['message_start'], inside: 'message' },
  ],
}
