import { choiceFrom, choiceText } from '../../../domain/notifications/choice.ts'
import type { Handler } from '../../call.ts'

export const getNotifications: Handler<'getNotifications'> = async (_input, { caller, parts }) => {
  const { notify } = await parts.db
    .selectFrom('users')
    .select('notify')
    .where('id', '=', caller.id)
    .executeTakeFirstOrThrow()
  const bound = await parts.identities.listOf(caller.id)
  const byTelegram = bound.some(({ provider }) => provider === 'telegram')
  return {
    choice: choiceFrom(notify),
    ways: [
      ...(caller.email === null ? [] : ['mail' as const]),
      ...(byTelegram ? ['telegram' as const] : []),
    ],
  }
}

export const setNotifications: Handler<'setNotifications'> = async ({ body }, call) => {
  const { caller, parts } = call
  await parts.accounts.update(caller.id, { notify: choiceText(body) })
  return null
}
