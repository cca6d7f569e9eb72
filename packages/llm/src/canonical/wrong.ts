import type { Decoded } from './decoded.ts'
import type { WrongReason } from './wrong-reason.ts'

/** A request body that cannot be read, by the field at fault. */
export const wrong = (field: string, reason: WrongReason): Decoded<never> & { ok: false } => ({
  ok: false,
  field,
  reason,
})
