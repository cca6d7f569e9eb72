import type { Account } from '../accounts/account.ts'
import type { Token } from './token.ts'

/** The bearer of a key: the token and its owner, as the cache holds them. */
export type KeyEntry = { readonly token: Token; readonly owner: Account }

/** Finds who bears a key. Answers from memory when it can; one load for many that ask at once. */
export type KeyCache = {
  /** By the SHA-256 of the key (hex). Null: no such key. */
  find(keyHash: string): Promise<KeyEntry | null>
  /** The hidden playground token of a user, made on first use. */
  playground(userId: bigint): Promise<KeyEntry>
  /** The bearer of the key of a token, also a playground's. Null: it was deleted. */
  byToken(id: bigint): Promise<KeyEntry | null>
  /** Forgets everything about a token or about all tokens of a user. */
  dropToken(id: bigint): void
  dropUser(id: bigint): void
  /** Forgets everything. */
  clear(): void
}
