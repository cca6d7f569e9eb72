import type { WrongReason } from './invalid-reason.ts'

/** A request body that could be read, or the field that could not. */
export type DecodeResult<Value, Reason = WrongReason> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly field: string; readonly reason: Reason }
