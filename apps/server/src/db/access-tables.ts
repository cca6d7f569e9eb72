import type { Generated } from 'kysely'

/** Ways in: what somebody proves, and what is remembered of it. */
export type AccessTables = {
  mailed_codes: {
    /** `purpose:address` */
    id: string
    /** Argon2id: what was mailed cannot be found by trying. */
    code_hash: string
    created_at: bigint
    expires_at: bigint
    tries: bigint
  }
  identities: {
    id: Generated<bigint>
    user_id: bigint
    /** One of `identityProviders`. */
    provider: string
    /** What the provider calls the account for ever; never empty. */
    subject: string
    /** What the account is called there, to show. */
    name: string
    created_at: bigint
  }
  passkeys: {
    id: Generated<bigint>
    user_id: bigint
    /** Base64url, as the public key. */
    credential_id: string
    public_key: string
    counter: bigint
    /** Apart by commas. */
    transports: string
    name: string
    created_at: bigint
    used_at: bigint | null
  }
  second_factors: {
    user_id: bigint
    /** Of the authenticator app; sealed. */
    secret: string
    created_at: bigint
    /** Null: set up, but no code was given yet, so nothing asks for one. */
    confirmed_at: bigint | null
    /** The time step of the last code that was accepted. */
    last_step: bigint
  }
  recovery_codes: {
    id: Generated<bigint>
    user_id: bigint
    /** SHA-256 of the owner and the code. */
    code_hash: string
    used_at: bigint | null
  }
  challenges: {
    /** SHA-256 of the purpose and of what was handed out. */
    id: string
    purpose: string
    user_id: bigint | null
    /** What must be remembered until the end; JSON. */
    content: string
    expires_at: bigint
  }
  telegram_menus: {
    id: Generated<bigint>
    command: string
    description: string
    /** One of `menuFormats`. */
    parse_mode: string
    reply_message: string
    deleted_at: Generated<bigint | null>
    version: Generated<bigint>
  }
  sessions: {
    /** SHA-256 of the cookie's value. */
    id: string
    user_id: bigint
    created_at: bigint
    seen_at: bigint
    expires_at: bigint
    /** When the password was last given: revealing a key asks for a recent one. */
    authenticated_at: bigint
    ip: string
    user_agent: string
  }
  access_tokens: {
    id: Generated<bigint>
    user_id: bigint
    name: string
    /** SHA-256 of the token, which is stored nowhere. */
    token_hash: string
    /** Its last characters, so that its owner can tell which one it is. */
    tail: string
    created_at: bigint
    used_at: bigint | null
    /** Quota of the redemption codes that it may create in a day. 0: it may create none. */
    codes_per_day: Generated<bigint>
    /** The day in UTC that `codes_made` counts, in days since 1970. */
    codes_day: Generated<bigint>
    codes_made: Generated<bigint>
  }
}
