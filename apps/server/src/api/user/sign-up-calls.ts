import { Refusal } from '@posthouse/contract/refusal'
import type { Account } from '../../domain/accounts/account.ts'
import { hashPassword } from '../../domain/accounts/password.ts'
import { codeMail, resetMail, takenMail } from '../../domain/mail/mail-texts.ts'
import type { WaitingMail } from '../../domain/mail/mail.ts'
import { type CodePurpose, mailedCodes, type ConsumeCode } from '../../domain/mail/mailed-codes.ts'
import { postMail } from '../../domain/mail/post-mail.ts'
import { mailServer } from '../../domain/settings/mail-server.ts'
import type { Call, Handler, Handlers } from '../call.ts'
import { refusedFields } from '../refused-fields.ts'
import { accessTokenOut } from './access-token-calls.ts'
import { guessCode } from './require-proof.ts'
import { savedUserOut } from './user-out.ts'

const register: Handler<'register'> = async ({ body }, call) => {
  const { parts, address, userAgent } = call
  const { settings } = parts.snapshot.get()
  if (!settings.RegisterEnabled || !settings.PasswordRegisterEnabled) {
    throw new Refusal('user.register-closed', {})
  }
  await parts.attempts.count({ whose: 'sign-up', by: { address } })
  const proof = settings.EmailVerificationEnabled ? await proofOf(body, call) : null
  const account = await parts.money.createAccount({
    username: body.username,
    password: await hashPassword(body.password),
    email: proof?.email ?? null,
    inviter: await inviterOf(body.aff_code, call),
    at: parts.clock.now(),
    settings,
    beside: async (transaction) => {
      if (proof !== null && !(await proof.useUp(transaction))) throw codeInvalid()
    },
  })
  if (call.cookie !== '') await parts.sessions.endByCookie(call.cookie)
  call.startSession(await parts.sessions.start(account.id, { address, userAgent }))
  return savedUserOut(account)
}

type Given = {
  readonly email?: string | undefined
  readonly verification_code?: string | undefined
}

/** Checks that the address belongs to the caller. `useUp` spends the code. */
export async function proofOf(
  { email, verification_code: code }: Given,
  call: Call,
): Promise<{ email: string; useUp: ConsumeCode }> {
  if (email === undefined) throw refusedFields({ email: 'user.email' }, call.language)
  if (code === undefined) throw refusedFields({ verification_code: 'user.code' }, call.language)
  requireDomain(email, call)
  const look = () => call.parts.codes.check('verify', email, code)
  const useUp = await guessCode(`verify:${email}`, call, look)
  if (useUp === null) throw codeInvalid()
  return { email, useUp }
}

export const codeInvalid = (): Refusal =>
  new Refusal('user.code-invalid', {}, { field: 'verification_code' })

/** `null` for an unknown code, and for the code of the user who is signed in to this browser. */
export async function inviterOf(affCode: string, { parts, cookie }: Call): Promise<Account | null> {
  const inviter = await parts.accounts.findInviter(affCode)
  const session = await parts.sessions.find(cookie)
  return session?.account.id === inviter?.id ? null : inviter
}

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
  // Only the mail says whether the address has an account.
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

function requireMail({ parts }: Call): void {
  if (mailServer(parts.snapshot.get().settings) === null) throw new Refusal('mail.off', {})
}

/** Refuses an address outside the allowed domains. */
function requireDomain(email: string, { parts }: Call): void {
  const { EmailDomainRestrictionEnabled, EmailDomainWhitelist } = parts.snapshot.get().settings
  if (!EmailDomainRestrictionEnabled) return
  const domains = EmailDomainWhitelist.toLowerCase()
    .split(/[\s,]+/)
    .filter((domain) => domain !== '')
  if (domains.some((domain) => email.endsWith(`@${domain}`))) return
  throw new Refusal('user.email-domain', { domains: domains.join(', ') }, { field: 'email' })
}

/** Counts by sender and by recipient. */
async function countMail(email: string, { parts, address }: Call): Promise<void> {
  await parts.attempts.count({ whose: 'mail', by: { address } })
  const seconds = await parts.mailsTo.take(email)
  if (seconds === 0) return
  throw new Refusal('mail.wait', { seconds }, { retryAfterSeconds: seconds, field: 'email' })
}

/** Stores the code and its mail in one transaction. */
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
      ...mailTextOf(purpose, { code, email, isTaken }, parts.snapshot.get().settings),
      expiresAt,
      ofAccount: purpose === 'reset',
    }
    const at = parts.clock.now()
    await postMail(transaction, { key: `${purpose}:${requestId}`, at, mail }, parts)
  })
}

function mailTextOf(
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

/** Deletes all access tokens that the user does not keep, because the account may have been taken over. */
const resetPassword: Handler<'resetPassword'> = async ({ body }, call) => {
  const { parts } = call
  const { account, useUp } = await requireLink(body, call)
  const password = await hashPassword(body.password)
  const kept = body.keep_access_tokens.map(BigInt)
  await parts.db.transaction().execute(async (transaction) => {
    if (!(await useUp(transaction))) throw linkInvalid()
    const at = BigInt(parts.clock.now())
    await parts.accounts.update(account.id, { password, password_changed_at: at }, transaction)
    await parts.sessions.endAllOf(account.id, '', transaction)
    await parts.accessTokens.removeAllOf(account.id, kept, transaction)
  })
  return null
}

const listTokensOfReset: Handler<'listTokensOfReset'> = async ({ body }, call) => {
  const { account } = await requireLink(body, call)
  return (await call.parts.accessTokens.listOf(account.id)).map(accessTokenOut)
}

type Link = { readonly email: string; readonly token: string }

/** The account of a mailed link. `useUp` spends the link. */
async function requireLink({ email, token }: Link, call: Call) {
  const look = () => call.parts.codes.check('reset', email, token)
  const useUp = await guessCode(`reset:${email}`, call, look)
  const account = await call.parts.accounts.findByEmail(email)
  if (useUp === null || account === null) throw linkInvalid()
  return { account, useUp }
}

const linkInvalid = (): Refusal => new Refusal('user.reset-link-invalid', {})

export const signUpHandlers = {
  register,
  sendCode,
  sendResetLink,
  resetPassword,
  listTokensOfReset,
} satisfies Partial<Handlers>
