import type { Failure } from '../failure.ts'

/** The kind that a status means where the body does not say it; 200: an error came where an answer should be. */
export function kindOfStatus(status: number): Failure['kind'] {
  if (status === 401) return 'authentication'
  if (status === 402) return 'out-of-credit'
  if (status === 403) return 'permission'
  if (status === 404) return 'not-found'
  if (status === 429) return 'rate-limited'
  if (status >= 500) return 'overloaded'
  return status >= 400 ? 'invalid-request' : 'broken'
}
