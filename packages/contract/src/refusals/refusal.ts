import { type ErrorCode, type ErrorParams, errorText, errors, type Language } from './errors.ts'
import type { ErrorParam } from '../language.ts'
import { inLanguage } from '../phrases.ts'

export type RefusalExtras = {
  /** For the log only; never leaves the server. */
  readonly inside?: Readonly<Record<string, unknown>>
  /** Texts by field, for a form. */
  readonly fields?: Readonly<Record<string, string>>
  /** The field that the refusal itself is about. */
  readonly field?: string
  /** Sent as `Retry-After`. */
  readonly retryAfterSeconds?: number
  /** The same, where it is known more exactly. */
  readonly retryAfterMs?: number
  /** Whether the same request may do better later, where the status does not tell. */
  readonly retry?: boolean
  /** Replaces the status of the table: an upstream's own 4xx passed on. */
  readonly status?: number
}

/**
 * An expected "no", with a code of the table. Thrown by the domain, turned into a response in one
 * place. Anything else that is thrown is a bug, not a refusal.
 */
export class Refusal<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'Refusal'
  readonly code: Code
  readonly params: ErrorParams<Code>
  readonly extras: RefusalExtras

  constructor(code: Code, params: ErrorParams<Code>, extras: RefusalExtras = {}) {
    super(errorText(code, params, 'en'))
    this.code = code
    this.params = params
    this.extras = extras
  }

  get status(): number {
    return this.extras.status ?? errors[this.code].status
  }

  text(language: Language): string {
    return errorText(this.code, this.params, language)
  }

  /** The parameters, for a program. */
  details(language: Language): Readonly<Record<string, string | number>> {
    const params: Readonly<Record<string, ErrorParam>> = this.params
    return Object.fromEntries(
      Object.entries(params).map(([name, param]) => [name, inLanguage(param, language)]),
    )
  }
}
