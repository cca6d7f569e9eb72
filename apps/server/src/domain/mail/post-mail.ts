import type { Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Sealer } from '../../lib/seal.ts'
import type { Deliver } from '../outbox/message.ts'
import type { OutboxStore } from '../outbox/outbox-store.ts'
import type { MailPort, WaitingMail } from './mail.ts'

export const mailKind = 'mail'

export type PostMailParts = { readonly outbox: Pick<OutboxStore, 'add'>; readonly seal: Sealer }

/** Puts a mail in the outbox, in the transaction that it belongs to. `key`: the same again is not sent twice. */
export async function postMail(
  transaction: Transaction<Tables>,
  { key, at, mail }: { key: string; at: number; mail: WaitingMail },
  { outbox, seal }: PostMailParts,
): Promise<void> {
  const sealed = seal.seal(JSON.stringify(mail), placeOf(key))
  await outbox.add(transaction, { kind: mailKind, key, payload: { key, sealed }, at })
}

const placeOf = (key: string) => ({ table: 'outbox', column: 'payload', id: key })

export type MailDeliveryParts = {
  readonly seal: Sealer
  readonly clock: { now(): number }
  /** Asked at every attempt; null: this site sends no mail. */
  readonly port: () => MailPort | null
  readonly isOfAccount: (address: string) => Promise<boolean>
}

/** Brings mails of the outbox out. */
export function createMailDelivery(parts: MailDeliveryParts): Deliver {
  return async ({ id, payload }) => {
    const { key, sealed } = JSON.parse(payload) as { key: string; sealed: string }
    const mail = JSON.parse(parts.seal.open(sealed, placeOf(key))) as WaitingMail
    if (mail.expiresAt !== null && parts.clock.now() >= mail.expiresAt) {
      return { outcome: 'never', reason: 'it is of no use any more' }
    }
    if (mail.ofAccount && !(await parts.isOfAccount(mail.to))) return { outcome: 'delivered' }
    const port = parts.port()
    if (port === null) return { outcome: 'wait', reason: 'no mail server is set' }
    const end = await port.send(mail, id)
    if (end.sent) return { outcome: 'delivered' }
    return { outcome: end.isTemporary ? 'again' : 'never', reason: end.words }
  }
}
