import { Refusal } from '@posthouse/contract/refusal'
import { z } from 'zod'
import { readWhole } from '../../../upstream/transport/read-whole.ts'
import type { Call } from '../../call.ts'

const answersWithinMs = 5_000
const answerBytesMax = 64 * 1_024
/** Cloudflare's own limit. */
const tokenMost = 2_048

const Verdict = z.object({ success: z.boolean() })

/** Checks a visitor with Cloudflare Turnstile when the setting is on. Refuses everyone while Turnstile is down. */
export async function requireVisitor(token: string, { parts, address }: Call): Promise<void> {
  const { settings } = parts.snapshot.get()
  if (!settings.TurnstileCheckEnabled) return
  if (token === '' || token.length > tokenMost) throw new Refusal('turnstile.failed', {})
  const given = {
    secret: settings.TurnstileSecretKey,
    response: token,
    remoteip: address,
  }
  const verdict = await ask(settings.TurnstileAddress, given, parts).catch((error: unknown) => {
    parts.log.warn({ err: error }, 'Turnstile did not answer: nobody can sign in or sign up')
    throw new Refusal('turnstile.down', {})
  })
  if (!verdict.success) throw new Refusal('turnstile.failed', {})
}

async function ask(
  address: string,
  given: Readonly<Record<string, string>>,
  { transports }: Call['parts'],
): Promise<z.output<typeof Verdict>> {
  const opening = transports.http.open({
    url: new URL(`${address.replace(/\/+$/, '')}/turnstile/v0/siteverify`),
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: Buffer.from(new URLSearchParams(given).toString()),
    proxy: '',
    privateAllowed: true,
    timeouts: { headersMs: answersWithinMs, idleMs: answersWithinMs },
  })
  try {
    const { body } = await opening.reply
    return Verdict.parse(JSON.parse((await readWhole(body, answerBytesMax)).toString()))
  } finally {
    opening.abort()
  }
}
