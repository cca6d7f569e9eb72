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
 * The table of all refusals: the HTTP status and the text in both languages. The status is 200 where the envelope alone
 * reports the refusal. `{name}` is a parameter; its type comes from the template. A refusal states a fact and, if there
 * is one, what to do about it. docs/errors.md is generated from this table.
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

/** The parameters of a refusal's template. A `reason` is always our own text, so it has both languages. */
export type ErrorParams<Code extends ErrorCode> = {
  readonly [
    Name in Names<(typeof errors)[Code]['zh']> | Names<(typeof errors)[Code]['en']>
  ]: Name extends 'reason' ? Phrase : ErrorParam
}

export const errorText = (
  code: ErrorCode,
  params: Readonly<Record<string, ErrorParam>>,
  language: Language,
): string => filledIn(errors[code][language], params, language)
