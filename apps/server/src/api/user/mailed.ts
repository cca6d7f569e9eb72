import { Refusal } from '@posthouse/contract/refusal'
import type { WaitingMail } from '../../domain/mail/mail.ts'
import { codeMail, resetMail, takenMail } from '../../domain/mail/mail-texts.ts'
import { type CodePurpose, mailedCodes } from '../../domain/mail/mailed-codes.ts'
import { postMail } from '../../domain/mail/post-mail.ts'
import { mailServer } from '../../domain/settings/mail-server.ts'
import type { Call, Handler } from '../call.ts'

const sendCode: Handler<'sendCode'> = async ({ query: { email } }, call) => {
  const { parts, cookie } = call
  const { settings } = parts.snapshot.get()
  const isOpen = settings.RegisterEnabled && settings.PasswordRegisterEnabled
  if (!isOpen && (await parts.sessions.find(cookie)) === null) {
    throw new Refusal('user.register-closed', {})
  }
  requireMail(call)
  requireDomain(email, call)
  await countMail(email, call)
  // Only the owner of the address learns of the account, by mail.
  const isTaken = (await parts.accounts.takenBy({ username: '', email })) !== null
  await mailCode('verify', { email, isTaken }, call)
  return null
}

const sendResetLink: Handler<'sendResetLink'> = async ({ query: { email } }, call) => {
  requireMail(call)
  if (call.parts.snapshot.get().settings.ServerAddress === '') {
    throw new Refusal('mail.no-address', {})
  }
  await countMail(email, call)
  await mailCode('reset', { email, isTaken: true }, call)
  return null
}

export const mailHandlers = { sendCode, sendResetLink }

function requireMail({ parts }: Call): void {
  if (mailServer(parts.snapshot.get().settings) === null) throw new Refusal('mail.off', {})
}

/** Refuses an address of a domain that the administrator does not let in. */
export function requireDomain(email: string, { parts }: Call): void {
  const { EmailDomainRestrictionEnabled, EmailDomainWhitelist } = parts.snapshot.get().settings
  if (!EmailDomainRestrictionEnabled) return
  const domains = EmailDomainWhitelist.toLowerCase()
    .split(/[\s,]+/)
    .filter((domain) => domain !== '')
  if (domains.some((domain) => email.endsWith(`@${domain}`))) return
  throw new Refusal('user.email-domain', { domains: domains.join(', ') }, { field: 'email' })
}

/** By who asks, and by who would get them. */
async function countMail(email: string, { parts, address }: Call): Promise<void> {
  await parts.attempts.count({ whose: 'mail', by: { address } })
  const seconds = await parts.mailsTo.take(email)
  if (seconds === 0) return
  throw new Refusal('mail.wait', { seconds }, { retryAfterSeconds: seconds, field: 'email' })
}

/** The code and its mail are there together, or not. */
async function mailCode(
  purpose: CodePurpose,
  { email, isTaken }: { readonly email: string; readonly isTaken: boolean },
  { parts, requestId }: Call,
) {
  const { code, hash } = await parts.codes.make(purpose)
  await parts.db.transaction().execute(async (transaction) => {
    const expiresAt = await parts.codes.store(transaction, { purpose, email, hash })
    const mail: WaitingMail = {
      to: email,
      ...textOf(purpose, { code, email, isTaken }, parts.snapshot.get().settings),
      expiresAt,
      ofAccount: purpose === 'reset',
    }
    const at = parts.clock.now()
    await postMail(transaction, { key: `${purpose}:${requestId}`, at, mail }, parts)
  })
}

function textOf(
  purpose: CodePurpose,
  { code, email, isTaken }: { code: string; email: string; isTaken: boolean },
  { SystemName: name, ServerAddress: address }: { SystemName: string; ServerAddress: string },
) {
  const { minutes } = mailedCodes[purpose]
  const site = { name, address }
  if (purpose === 'verify') return isTaken ? takenMail(site) : codeMail(code, minutes, site)
  const query = new URLSearchParams({ email, token: code })
  return resetMail(`${address.replace(/\/+$/, '')}/user/reset?${query.toString()}`, minutes, site)
}
