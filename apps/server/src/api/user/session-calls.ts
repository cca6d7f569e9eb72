import { Refusal } from '@posthouse/contract/refusal'
import type { SavedUser } from '@posthouse/contract/user'
import { z } from 'zod'
import type { Account } from '../../domain/accounts/account.ts'
import { signIn } from '../../domain/accounts/sign-in.ts'
import type { Call, Handler, Handlers, SessionCall } from '../call.ts'
import { secondsOut } from '../present.ts'
import { secondStepMinutes } from '../session-cookie.ts'
import { requireCode } from './require-proof.ts'
import { savedUserOut } from './user-out.ts'

const login: Handler<'login'> = async ({ body }, call) => {
  const { parts, address } = call
  const closed = !parts.snapshot.get().settings.PasswordLoginEnabled
  const session = await parts.sessions.find(call.cookie)
  const account = await signIn({ ...body, address, session, closed }, parts)
  await askForSecondStep(account, call)
  return beginSession(account, call)
}

const stepPurpose = 'second-step'
const triesMost = 5

const Step = z.object({
  triesLeft: z.number(),
  until: z.number(),
  /** A password change in between ends the sign-in. */
  passwordChangedAt: z.number().nullable(),
})
type Step = z.output<typeof Step>

/**
 * Refuses a sign-in by password or OAuth when the account has an authenticator app. `verifyLogin` completes the
 * sign-in.
 */
export async function askForSecondStep(account: Account, call: Call): Promise<void> {
  const { parts } = call
  if (!(await parts.secondFactors.stateOf(account.id)).isOn) return
  await startStep(
    account.id,
    {
      triesLeft: triesMost,
      until: parts.clock.now() + secondStepMinutes * 60_000,
      passwordChangedAt: account.passwordChangedAt,
    },
    call,
  )
  throw new Refusal('auth.second-factor', {})
}

/** Each secret allows one try. A wrong code gets a new secret until the tries or the time run out. */
const verifyLogin: Handler<'verifyLogin'> = async ({ body }, call) => {
  const { parts } = call
  const challenge = await parts.challenges.take(stepPurpose, call.secondStep)
  if (challenge === null || challenge.userId === null) throw stepIsOver()
  const step = Step.parse(JSON.parse(challenge.content))
  const account = await parts.accounts.findById(challenge.userId)
  if (account === null || account.passwordChangedAt !== step.passwordChangedAt) throw stepIsOver()
  if (!account.enabled) throw new Refusal('auth.user-disabled', {})
  try {
    await requireCode(account.id, body.code, call)
  } catch (error) {
    if (step.triesLeft <= 1) throw stepIsOver()
    await startStep(account.id, { ...step, triesLeft: step.triesLeft - 1 }, call)
    throw error
  }
  return beginSession(account, call)
}

async function startStep(userId: bigint, step: Step, call: Call): Promise<void> {
  const { parts } = call
  const minutes = (step.until - parts.clock.now()) / 60_000
  const content = JSON.stringify(step)
  call.startSecondStep(await parts.challenges.start(stepPurpose, { userId, content, minutes }))
}

const stepIsOver = (): Refusal => new Refusal('auth.second-step-over', {})

const logout: Handler<'logout'> = async (_input, call) => {
  if (call.cookie !== '') await call.parts.sessions.endByCookie(call.cookie)
  call.endSession()
  return null
}

const listSessions: Handler<'listSessions'> = async (_input, { caller, parts, session }) => {
  const sessions = await parts.sessions.listOf(caller.id)
  return sessions.map((row) => ({
    id: handleOf(row.id),
    current: row.id === session.id,
    address: row.address,
    user_agent: row.userAgent,
    created_time: secondsOut(row.createdAt, 0),
    seen_time: secondsOut(row.seenAt, 0),
  }))
}

const deleteSession: Handler<'deleteSession'> = async ({ params }, call) => {
  await call.parts.sessions.end(await findOwnSession(params.id, call))
  return null
}

const deleteOtherSessions: Handler<'deleteOtherSessions'> = async (_input, call) => {
  await call.parts.sessions.endAllOf(call.caller.id, call.session.id)
  return null
}

/** The public id of a session: a part of the stored hash, which never leaves the server. */
const handleOf = (id: string): string => id.slice(0, 16)

async function findOwnSession(handle: string, { caller, parts }: SessionCall): Promise<string> {
  const sessions = await parts.sessions.listOf(caller.id)
  const found = sessions.find(({ id }) => handleOf(id) === handle)
  if (found === undefined) throw new Refusal('session.not-found', {})
  return found.id
}

/** Signs the browser in. Call it after every check of the sign-in has passed. */
export async function beginSession(account: Account, call: Call): Promise<SavedUser> {
  const { parts, address, userAgent } = call
  await parts.accounts.update(account.id, {
    last_login_at: BigInt(parts.clock.now()),
    last_login_ip: address,
  })
  // Always a new session, so that a cookie planted before the sign-in is useless after it.
  if (call.cookie !== '') await parts.sessions.endByCookie(call.cookie)
  call.startSession(await parts.sessions.start(account.id, { address, userAgent }))
  return savedUserOut(account)
}

export const sessionHandlers = {
  login,
  verifyLogin,
  logout,
  listSessions,
  deleteSession,
  deleteOtherSessions,
} satisfies Partial<Handlers>
