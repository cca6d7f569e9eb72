import type { ServiceTrial, TestedService } from '@posthouse/contract/setting'
import type { Settings } from '../settings/setting-table.ts'

/** An account at another service, as its provider proved it just now. */
export type ProvenAccount = {
  /** The provider's permanent identifier. Never a name or an address, and never empty. */
  readonly subject: string
  /** What the account is called there. May be empty. */
  readonly name: string
  /** Null: none, or the provider does not vouch for it. */
  readonly email: string | null
}

/** An OIDC sign-in that was begun: all of it is needed to finish it. */
export type OidcErrand = {
  readonly redirect: string
  readonly nonce: string
  readonly verifier: string
}

/** What an OIDC provider sent back with the browser. */
type OidcReturn = OidcErrand & {
  readonly code: string
  readonly state: string
  /** Empty: the provider named no issuer. */
  readonly issuer: string
}

/** Asks providers whose code it is. Rejects with a refusal in words whatever a provider does, within a bounded time. */
export type SignInPort = {
  /** Whether a service takes the stored settings, without anybody signing in. */
  readonly tryService: (service: TestedService, settings: Settings) => Promise<ServiceTrial>
  readonly github: (code: string, settings: Settings) => Promise<ProvenAccount>
  readonly lark: (code: string, settings: Settings) => Promise<ProvenAccount>
  /** Null: the code is wrong or has expired. */
  readonly wechat: (code: string, settings: Settings) => Promise<ProvenAccount | null>
  readonly beginOidc: (
    redirect: string,
    settings: Settings,
  ) => Promise<{ errand: OidcErrand; addressFor: (state: string) => string }>
  readonly finishOidc: (back: OidcReturn, settings: Settings) => Promise<ProvenAccount>
}
