import type { ErrorParam, Language, Phrase } from '../language.ts'
import { filledIn, type Names } from '../phrases.ts'
import { access } from './access.ts'
import { changes } from './changes.ts'
import { hooks } from './hooks.ts'
import { keys } from './keys.ts'
import { oauth } from './oauth.ts'
import { payments } from './payments.ts'
import { redemptions } from './redemptions.ts'
import { request } from './request.ts'
import { responses } from './responses.ts'
import { tasks } from './tasks.ts'
import { server } from './server.ts'
import { signUp } from './sign-up.ts'
import { telegram } from './telegram.ts'
import { things } from './things.ts'
import { upstream } from './upstream.ts'

export type { Language } from '../language.ts'

/**
 * Every refusal there is: its HTTP status where the status is not the envelope's 200, and its text
 * in both languages. `{name}` is a parameter; its type comes from the template. A refusal says a
 * fact and, where there is one, the way out. docs/errors.md is made from this table.
 */
export const errors = {
  ...access,
  ...signUp,
  ...oauth,
  ...request,
  ...things,
  ...telegram,
  ...redemptions,
  ...payments,
  ...changes,
  ...keys,
  ...upstream,
  ...responses,
  ...tasks,
  ...hooks,
  ...server,
} as const

export type ErrorCode = keyof typeof errors

/** The parameters of a refusal's template. A `reason` is always ours, so it is there in both languages. */
export type ErrorParams<Code extends ErrorCode> = {
  readonly [
    Name in Names<(typeof errors)[Code]['zh']> | Names<(typeof errors)[Code]['en']>
  ]: Name extends 'reason' ? Phrase : ErrorParam
}

/** The text of a refusal with its parameters filled in. */
export const errorText = (
  code: ErrorCode,
  params: Readonly<Record<string, ErrorParam>>,
  language: Language,
): string => filledIn(errors[code][language], params, language)
