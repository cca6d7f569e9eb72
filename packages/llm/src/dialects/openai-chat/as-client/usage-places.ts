import type { UsagePlaces } from '../../../parts/usage/usage-places.ts'

/** Groq and Moonshot have it elsewhere: `usageIn`. */
export const usagePlaces: UsagePlaces = {
  name: 'usage',
  otherSpelling: null,
  copies: ['x_groq', 'choices'],
  inFrames: [{ types: null, inside: null }],
}
