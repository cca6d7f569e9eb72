import type { UsagePlaces } from '../../../parts/usage/usage-places.ts'

export const usagePlaces: UsagePlaces = {
  name: 'usage',
  otherSpelling: null,
  copies: [],
  inFrames: [
    { types: ['response.completed', 'response.incomplete', 'response.failed'], inside: 'response' },
  ],
}
