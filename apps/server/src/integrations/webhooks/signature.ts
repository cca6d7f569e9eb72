import { createHmac } from 'node:crypto'

/** What is signed. */
export type SignedContent = {
  readonly id: string
  /** Epoch seconds. */
  readonly timestamp: number
  readonly body: string
}

/** As Standard Webhooks says: version 1, HMAC with SHA-256. `secret`: `whsec_` and base64. */
export function signatureOf({ id, timestamp, body }: SignedContent, secret: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}
