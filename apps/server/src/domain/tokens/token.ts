import { tokenStatus, type TokenLimits, type TokenStatus } from '@posthouse/contract/token'

/** An API key of an account, without the key itself. */
export type Token = {
  readonly id: bigint
  readonly userId: bigint
  readonly name: string
  readonly enabled: boolean
  readonly unlimited: boolean
  /** True: exact repeats may be answered from the chat cache. */
  readonly cache: boolean
  /** Answers carry their cost, also when the call does not ask for it. */
  readonly costInAnswer: boolean
  /** The playground's own token: no list shows it. */
  readonly hidden: boolean
  /** Empty: the group of its owner. */
  readonly group: string
  readonly limits: TokenLimits
  readonly keyPrefix: string
  readonly keyTail: string
  readonly createdAt: number
  readonly accessedAt: number | null
  readonly expiresAt: number | null
}

/** The state that people see: what is stored, then expiry, then quota. */
export function statusOf(token: Token, remaining: bigint, now: number): TokenStatus {
  if (!token.enabled) return tokenStatus.disabled
  if (token.expiresAt !== null && token.expiresAt <= now) return tokenStatus.expired
  if (!token.unlimited && remaining <= 0n) return tokenStatus.exhausted
  return tokenStatus.enabled
}
