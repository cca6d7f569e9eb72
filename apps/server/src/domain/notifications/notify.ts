import type { NotifiedEvent } from '@posthouse/contract/calls/notifications'
import type { Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { postMail, type PostMailParts } from '../mail/post-mail.ts'
import { postTelegram } from '../telegram/post-telegram.ts'
import { choiceFrom } from './choice.ts'

export type Notification = {
  readonly event: NotifiedEvent
  /** The same again is not sent twice. */
  readonly key: string
  readonly at: number
  readonly subject: string
  readonly text: string
}

/** Tells a user of something by the ways that the user chose, through the outbox: in the transaction that it belongs to. */
export async function notify(
  transaction: Transaction<Tables>,
  userId: bigint,
  { event, key, at, subject, text }: Notification,
  parts: PostMailParts,
): Promise<void> {
  const user = await transaction
    .selectFrom('users')
    .select(['email', 'notify'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (user === undefined) return
  const ways = choiceFrom(user.notify)[event]
  if (user.email !== null && ways.includes('mail')) {
    const mail = { to: user.email, subject, text, expiresAt: null, ofAccount: true }
    await postMail(transaction, { key, at, mail }, parts)
  }
  if (!ways.includes('telegram')) return
  const bound = await transaction
    .selectFrom('identities')
    .select('id')
    .where('user_id', '=', userId)
    .where('provider', '=', 'telegram')
    .executeTakeFirst()
  if (bound === undefined) return
  const message = { userId, text: text.trimEnd(), expiresAt: null }
  await postTelegram(transaction, { key: `${key}:telegram`, at, message }, parts)
}
