import { Refusal } from '@posthouse/contract/refusal'
import { bindCodeMinutes, createBindCode } from '../../../domain/telegram/bind-account.ts'
import type { Handler } from '../../call.ts'
import { secondsOut } from '../../present.ts'
import { requireRecent } from '../../user/require-recent.ts'

export const createTelegramCode: Handler<'createTelegramCode'> = async (_input, call) => {
  const { caller, parts, session } = call
  const { username: bot } = parts.bot.status()
  if (bot === '') throw new Refusal('telegram.off', {})
  await requireRecent(session, call)
  const bindings = await parts.identities.listOf(caller.id)
  if (bindings.some(({ provider }) => provider === 'telegram')) {
    throw new Refusal('telegram.bound', {})
  }
  const code = await createBindCode(caller.id, parts.challenges)
  const expires = parts.clock.now() + bindCodeMinutes * 60_000
  const link = `https://t.me/${bot}?start=${code}`
  return { code, bot, link, expires_time: secondsOut(expires, 0) }
}

export const getTelegramStatus: Handler<'getTelegramStatus'> = async (_input, { parts }) =>
  parts.bot.status()

export const reloadTelegramMenu: Handler<'reloadTelegramMenu'> = async (_input, { parts }) => {
  if (!(await parts.bot.reload())) throw new Refusal('telegram.off', {})
  return null
}
