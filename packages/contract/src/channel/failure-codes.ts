/** Why an attempt at a channel failed, or why a test disabled the channel. */
export const failureCodes = [
  'rate-limited',
  'overloaded',
  'timeout',
  'connection',
  'authentication',
  'out-of-credit',
  'not-found',
  'broken-answer',
  'empty-answer',
  'bad-request',
  'address-refused',
  'client-left',
  'too-slow',
  'unreadable',
] as const
export type FailureCode = (typeof failureCodes)[number]
