import type { Api, CallName } from '@posthouse/contract/api'
import type { CheckedInputOf, Endpoint, ReplyOf } from '@posthouse/contract/endpoint'
import type { Language } from '@posthouse/contract/errors'
import type { Account } from '../domain/accounts/account.ts'
import type { Session } from '../domain/accounts/session-store.ts'
import type { Incoming } from '../http/incoming.ts'
import type { ApiParts } from './api-parts.ts'
import type { CsvFile } from './csv/csv-file.ts'
import type { FileAnswer } from './send.ts'

/** One call of the console, as a handler sees it. */
export type Call = {
  readonly parts: ApiParts
  readonly requestId: string
  /** The request itself, for forms with files. */
  readonly incoming: Incoming
  readonly address: string
  readonly userAgent: string
  /** The origin that the browser called, for example `https://gate.example`. */
  readonly origin: string
  readonly language: Language
  /** Signs the browser in: the cookie goes out with the answer. */
  startSession(cookie: string): void
  endSession(): void
  /** Ties the next step of a sign-in to this browser: the secret goes out in a cookie of its own. */
  startSecondStep(secret: string): void
  /** That secret, empty without one. */
  readonly secondStep: string
  /** Identifies this browser in a cookie of its own, so that only it can finish an OAuth flow that it started. */
  startErrand(secret: string): void
  /** That secret, empty without one. */
  readonly errand: string
  /** Sets the `message` of a successful reply, which is empty by default. */
  setMessage(message: string): void
  /** The `Range` header, empty without one. */
  readonly range: string
  /** The value of the session cookie, empty without one. */
  readonly cookie: string
  /** The `Authorization` header without `Bearer`, empty without one. */
  readonly accessToken: string
}

/** A call of a known user, with the account as the database has it now. */
export type SignedCall = Call & {
  /** `null` for a call with an access token. */
  readonly session: Session | null
  readonly caller: Account
  /** The access token of the call. `null` for a browser. */
  readonly accessTokenId: bigint | null
}

/** A call of a browser that is signed in. */
export type SessionCall = SignedCall & { readonly session: Session }

type CallOf<E extends Endpoint> = E['access'] extends 'public'
  ? Call
  : E extends { sessionOnly: true }
    ? SessionCall
    : SignedCall

type AnswerOf<E extends Endpoint> = E extends { format: 'csv' }
  ? CsvFile
  : E extends { format: 'file' }
    ? FileAnswer
    : E extends { format: 'events' }
      ? AsyncIterable<ReplyOf<E>>
      : ReplyOf<E>

/** Answers a call: takes the checked input, and returns the reply's `data`, a file or events. */
export type Handler<Name extends CallName> = (
  input: CheckedInputOf<Api[Name]>,
  call: CallOf<Api[Name]>,
) => Promise<AnswerOf<Api[Name]>>

/** A handler for every call of the contract. */
export type Handlers = { readonly [Name in CallName]: Handler<Name> }
