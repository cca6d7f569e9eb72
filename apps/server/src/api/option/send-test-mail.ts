import { Refusal } from '@posthouse/contract/refusal'
import { testMail } from '../../domain/mail/mail-texts.ts'
import type { Handler } from '../call.ts'

export const sendTestMail: Handler<'sendTestMail'> = async ({ body: { to } }, call) => {
  const { parts, requestId } = call
  const { SystemName: name, ServerAddress: address } = parts.snapshot.get().settings
  const port = parts.mailPort()
  if (port === null) throw new Refusal('mail.off', {})
  const end = await port.send({ to, ...testMail({ name, address }) }, requestId)
  if (!end.sent) throw new Refusal('mail.refused', { message: end.words })
  return { answer: end.words }
}
