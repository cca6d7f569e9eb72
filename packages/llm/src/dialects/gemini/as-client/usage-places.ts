import type { OpenEnd, UsagePlaces } from '../../../parts/usage/usage-places.ts'
import { tierOf } from '../usage.ts'

export const usagePlaces: UsagePlaces = {
  name: 'usageMetadata',
  otherSpelling: 'usage_metadata',
  copies: [],
  inFrames: [{ types: null, inside: null }],
}

export const openEnd: OpenEnd = {
  emptyFrame: 'data: {"usageMetadata":{}}\r\n\r\n',
  tierIn: tierOf,
}
