import type { DecodeResult } from './decode-result.ts'
import type { WrongReason } from './invalid-reason.ts'

/** A request body that cannot be read, by the field at fault. */
export const invalidField = (
  field: string,
  reason: WrongReason,
): DecodeResult<never> & { ok: false } => ({
  ok: false,
  field,
  reason,
})
