import type { ProbeParts } from '../../channel-tests/test-channel.ts'
import type { ApiParts } from '../api-parts.ts'

export const probeParts = ({ transports, clock, snapshot }: ApiParts): ProbeParts => ({
  transports,
  clock,
  privateAllowed: snapshot.get().settings.PrivateBaseUrlsAllowed,
})
