import type { Call } from './call.ts'
import { refusedFields } from './refused-fields.ts'

/** Refuses an expiry in the past. -1 means never. */
export function requireFuture(expiry: number, { language, parts }: Call): void {
  if (expiry === -1 || expiry * 1_000 > parts.clock.now()) return
  throw refusedFields({ expired_time: 'field.past' }, language)
}
