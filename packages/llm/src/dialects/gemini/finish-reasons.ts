import type { StopReason } from '../../canonical/event.ts'

/** https://ai.google.dev/api/generate-content#FinishReason. What is not here means `stop`. */
const stopReasons: ReadonlyMap<string, StopReason> = new Map([
  ['STOP', 'stop'],
  ['MAX_TOKENS', 'length'],
  ['SAFETY', 'content-filter'],
  ['RECITATION', 'content-filter'],
  ['LANGUAGE', 'content-filter'],
  ['BLOCKLIST', 'content-filter'],
  ['PROHIBITED_CONTENT', 'content-filter'],
  ['SPII', 'content-filter'],
  ['IMAGE_SAFETY', 'content-filter'],
  ['IMAGE_PROHIBITED_CONTENT', 'content-filter'],
  ['IMAGE_RECITATION', 'content-filter'],
])

export const stopOf = (reason: string): StopReason => stopReasons.get(reason) ?? 'stop'

/** The model went wrong rather than stopped. With nothing to show for it, that is no answer. */
export const isMishap = (reason: string): boolean =>
  !stopReasons.has(reason) && reason !== unspecified

/** Some servers write it into every chunk. */
export const unspecified = 'FINISH_REASON_UNSPECIFIED'

/** A call of a function is an ordinary end here. */
export const finishReasons: Readonly<Record<StopReason, string>> = {
  stop: 'STOP',
  length: 'MAX_TOKENS',
  'tool-calls': 'STOP',
  'content-filter': 'SAFETY',
}
