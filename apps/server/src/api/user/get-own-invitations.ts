import type { Handler } from '../call.ts'
import { quotaOut, secondsOut } from '../present.ts'

export const getInvitationCode: Handler<'getInvitationCode'> = (_input, { caller, parts }) =>
  parts.accounts.affCodeOf(caller.id)

const shownMost = 100

export const getOwnInvitations: Handler<'getOwnInvitations'> = async (
  _input,
  { caller, parts },
) => {
  const { settings } = parts.snapshot.get()
  const [code, { count, rewards, newest }] = await Promise.all([
    parts.accounts.affCodeOf(caller.id),
    parts.accounts.invitedBy(caller.id, shownMost),
  ])
  return {
    code,
    count,
    rewards: quotaOut(rewards),
    for_inviter: settings.QuotaForInviter,
    for_invitee: settings.QuotaForInvitee,
    users: newest.map(({ username, created_at, inviter_reward }) => ({
      username,
      created_time: secondsOut(Number(created_at), 0),
      reward: quotaOut(inviter_reward),
    })),
  }
}
