import type { ServiceTrial, TestedService } from '@posthouse/contract/setting'
import type { Settings } from '../settings/setting-table.ts'

/** An account at another service, just verified by its provider. */
export type ProvenAccount = {
  /** The provider's permanent identifier. Never a name or an email, and never empty. */
  readonly subject: string
  /** Display name there, possibly empty. */
  readonly name: string
  /** Null without one that the provider has verified. */
  readonly email: string | null
}

/** State of a started OIDC sign-in. */
export type OidcErrand = {
  readonly redirect: string
  readonly nonce: string
  readonly verifier: string
}

/** Parameters returned by an OIDC provider. */
type OidcReturn = OidcErrand & {
  readonly code: string
  readonly state: string
  /** Empty if the provider sent none. */
  readonly issuer: string
}

/** Exchanges codes at providers. Rejects with a refusal within a bounded time, whatever a provider does. */
export type SignInPort = {
  /** Tries the stored settings of a service without a sign-in. */
  readonly tryService: (service: TestedService, settings: Settings) => Promise<ServiceTrial>
  readonly github: (code: string, settings: Settings) => Promise<ProvenAccount>
  readonly lark: (code: string, settings: Settings) => Promise<ProvenAccount>
  /** Null if the code is wrong or expired. */
  readonly wechat: (code: string, settings: Settings) => Promise<ProvenAccount | null>
  readonly beginOidc: (
    redirect: string,
    settings: Settings,
  ) => Promise<{ errand: OidcErrand; addressFor: (state: string) => string }>
  readonly finishOidc: (back: OidcReturn, settings: Settings) => Promise<ProvenAccount>
}
