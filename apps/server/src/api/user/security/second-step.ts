import { Refusal } from '@posthouse/contract/refusal'
import { z } from 'zod'
import type { Account } from '../../../domain/accounts/account.ts'
import { secondStepMinutes } from '../../session-cookie.ts'
import type { Call, Handler } from '../../call.ts'
import { beginSession } from './begin-session.ts'
import { requireCode } from './require-code.ts'

const purpose = 'second-step'
const triesMost = 5

const Step = z.object({
  triesLeft: z.number(),
  until: z.number(),
  /** A password that was changed since proves nothing. */
  passwordChangedAt: z.number().nullable(),
})
type Step = z.output<typeof Step>

/**
 * Refuses a sign-in by password or by an account elsewhere where the account has an authenticator app. `verifyLogin`
 * completes it.
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

/** The secret is good for one try. A wrong code gets another one, until the tries or the time are used up. */
export const verifyLogin: Handler<'verifyLogin'> = async ({ body }, call) => {
  const { parts } = call
  const challenge = await parts.challenges.take(purpose, call.secondStep)
  if (challenge === null || challenge.userId === null) throw isOver()
  const step = Step.parse(JSON.parse(challenge.content))
  const account = await parts.accounts.findById(challenge.userId)
  if (account === null || account.passwordChangedAt !== step.passwordChangedAt) throw isOver()
  if (!account.enabled) throw new Refusal('auth.user-disabled', {})
  try {
    await requireCode(account.id, body.code, call)
  } catch (error) {
    if (step.triesLeft <= 1) throw isOver()
    await startStep(account.id, { ...step, triesLeft: step.triesLeft - 1 }, call)
    throw error
  }
  return beginSession(account, call)
}

async function startStep(userId: bigint, step: Step, call: Call): Promise<void> {
  const { parts } = call
  const minutes = (step.until - parts.clock.now()) / 60_000
  const content = JSON.stringify(step)
  call.startSecondStep(await parts.challenges.start(purpose, { userId, content, minutes }))
}

const isOver = (): Refusal => new Refusal('auth.second-step-over', {})
