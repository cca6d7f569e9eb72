import { createPrivateKey, sign } from 'node:crypto'
import { numberOf, parsedFields, textOf } from '../bytes/fields.ts'
import type { KeyExchange } from './key-exchange.ts'

/*
 * Service accounts of Google Cloud: https://developers.google.com/identity/protocols/oauth2/service-account#httprest
 * (read 26 November 2026). A signed assertion is exchanged for an access token that is valid for an hour.
 */

type ServiceAccount = {
  readonly email: string
  readonly privateKey: string
  readonly keyId: string
  readonly project: string
  readonly tokenUri: URL
}

const usualTokenUri = 'https://oauth2.googleapis.com/token'
const scope = 'https://www.googleapis.com/auth/cloud-platform'
const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const lifetimeSeconds = 3_600

/** The account in a key that was downloaded as JSON; null: it is none. */
function accountOf(key: string): ServiceAccount | null {
  const fields = parsedFields(key) ?? {}
  const email = textOf(fields['client_email']) ?? ''
  const privateKey = textOf(fields['private_key']) ?? ''
  const tokenUri = textOf(fields['token_uri']) ?? usualTokenUri
  if (email === '' || privateKey === '' || !/^https?:/i.test(tokenUri)) return null
  if (!URL.canParse(tokenUri)) return null
  return {
    email,
    privateKey,
    keyId: textOf(fields['private_key_id']) ?? '',
    project: textOf(fields['project_id']) ?? '',
    tokenUri: new URL(tokenUri),
  }
}

/** The project that a service account belongs to; empty: the key names none. */
export const projectIn = (key: string): string => accountOf(key)?.project ?? ''

export const serviceAccount: KeyExchange = {
  question: (key, now) => {
    const account = accountOf(key)
    const assertion = account === null ? null : assertionOf(account, Math.floor(now / 1_000))
    if (account === null || assertion === null) return null
    const form = new URLSearchParams({ grant_type: grantType, assertion })
    return { url: account.tokenUri, form }
  },
  granted: (answer) => {
    const token = textOf(answer['access_token']) ?? ''
    // It becomes a header.
    if (!/^[\x21-\x7e]+$/.test(token)) return null
    return { token, seconds: numberOf(answer['expires_in']) ?? lifetimeSeconds }
  },
}

/** A JWT (RFC 7523) signed with RS256; null: the private key is none. */
function assertionOf(account: ServiceAccount, issued: number): string | null {
  const { email, keyId, privateKey, tokenUri } = account
  const header = { alg: 'RS256', typ: 'JWT', ...(keyId !== '' && { kid: keyId }) }
  const claims = {
    iss: email,
    scope,
    aud: tokenUri.href,
    iat: issued,
    exp: issued + lifetimeSeconds,
  }
  const text = [header, claims].map((part) => base64url(JSON.stringify(part))).join('.')
  try {
    const key = createPrivateKey(privateKey)
    if (key.asymmetricKeyType !== 'rsa') return null
    return `${text}.${sign('RSA-SHA256', Buffer.from(text), key).toString('base64url')}`
  } catch {
    return null
  }
}

const base64url = (text: string): string => Buffer.from(text).toString('base64url')
