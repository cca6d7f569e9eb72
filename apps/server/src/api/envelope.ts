import type { Envelope } from '@posthouse/contract/endpoint'
import type { Language } from '@posthouse/contract/errors'
import { Refusal } from '@posthouse/contract/refusal'
import { LedgerUnavailable } from '@posthouse/ledger/writer'
import { HTTPException } from 'hono/http-exception'
import { isUnavailable } from '../db/database-error.ts'
import { refusalFrom } from '../http/refusal-from.ts'
import { SealError } from '../lib/seal.ts'

/** The refusal for a thrown error. An unexpected error reveals nothing. `null` when the caller has disconnected. */
export function refusalFor(error: unknown, requestId: string): Refusal | null {
  if (error instanceof LedgerUnavailable) {
    return new Refusal('ledger.unavailable', {}, { retryAfterSeconds: 5 })
  }
  if (isUnavailable(error)) return new Refusal('database.busy', {}, { retryAfterSeconds: 5 })
  if (error instanceof SealError) return new Refusal('server.unreadable-secret', {})
  if (error instanceof HTTPException && error.status === 413) {
    return new Refusal('request.too-large', { limit: 0 })
  }
  return refusalFrom(error, requestId)
}

export function envelopeFor(refusal: Refusal, language: Language): Envelope<never> {
  const message = refusal.text(language)
  const { field, fields = field === undefined ? undefined : { [field]: message } } = refusal.extras
  return {
    success: false,
    message,
    code: refusal.code,
    ...(fields === undefined ? {} : { fields }),
    details: refusal.details(language),
  }
}
