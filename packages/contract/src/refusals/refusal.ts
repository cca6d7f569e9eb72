import { type ErrorCode, type ErrorParams, errorText, errors, type Language } from './errors.ts'
import type { ErrorParam } from '../language.ts'
import { inLanguage } from '../phrases.ts'

export type RefusalExtras = {
  /** For the log only. Never leaves the server. */
  readonly inside?: Readonly<Record<string, unknown>>
  readonly fields?: Readonly<Record<string, string>>
  /** The field that the refusal itself is about. */
  readonly field?: string
  readonly retryAfterSeconds?: number
  /** The same delay, where it is known more precisely. */
  readonly retryAfterMs?: number
  /** Whether the same request may succeed later, where the status does not show it. */
  readonly retry?: boolean
  /** Overrides the table's status, to pass on an upstream's 4xx. */
  readonly status?: number
}

/**
 * An expected failure, with a code from the table. Thrown by the domain and turned into a response in one place.
 * Anything else that is thrown is a bug.
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

  /** The parameters, in a form that programs can read. */
  details(language: Language): Readonly<Record<string, string | number>> {
    const params: Readonly<Record<string, ErrorParam>> = this.params
    return Object.fromEntries(
      Object.entries(params).map(([name, param]) => [name, inLanguage(param, language)]),
    )
  }
}
