import { createTransport } from 'nodemailer'
import type { Mail, MailEnd, MailPort } from '../../domain/mail/mail.ts'
import type { MailServer } from '../../domain/settings/mail-server.ts'

const totalMs = 15_000
const stepMs = 10_000

/** Sends mails over a server that speaks SMTP, each over a connection of its own. */
export const smtpPort = (server: MailServer): MailPort => ({
  async send(mail, id) {
    const transport = createTransport(optionsOf(server))
    const late = Promise.withResolvers<MailEnd>()
    const words = `no answer within ${totalMs / 1_000} seconds`
    const limit = setTimeout(() => late.resolve({ sent: false, words, isTemporary: true }), totalMs)
    try {
      return await Promise.race([sendMessage(transport, messageOf(mail, id, server)), late.promise])
    } finally {
      clearTimeout(limit)
      transport.close()
    }
  },
})

const optionsOf = ({ host, port, account, password, tls }: MailServer) => ({
  host,
  port,
  secure: tls === 'tls' || (tls === 'auto' && port === 465),
  requireTLS: tls === 'starttls',
  ignoreTLS: tls === 'none',
  ...(password === '' ? {} : { auth: { user: account, pass: password } }),
  connectionTimeout: stepMs,
  greetingTimeout: stepMs,
  socketTimeout: stepMs,
  dnsTimeout: stepMs,
})

const messageOf = ({ to, subject, text }: Mail, id: string, { from }: MailServer) => ({
  from,
  to: { name: '', address: to },
  subject,
  text,
  messageId: `<${id}@${from.address.split('@').at(-1) ?? 'posthouse'}>`,
  disableFileAccess: true,
  disableUrlAccess: true,
})

async function sendMessage(
  transport: ReturnType<typeof createTransport>,
  message: ReturnType<typeof messageOf>,
): Promise<MailEnd> {
  try {
    const { response } = (await transport.sendMail(message)) as { response: string }
    return { sent: true, words: response }
  } catch (error) {
    return refusedBy(error)
  }
}

/** A server that never takes this mail says so with 5xx after it has heard the address. Settings can be mended. */
function refusedBy(error: unknown): MailEnd {
  const { response, message, code, responseCode } = error as {
    readonly response?: string
    readonly message: string
    readonly code?: string
    readonly responseCode?: number
  }
  const isFinal =
    (code === 'EENVELOPE' || code === 'EMESSAGE') &&
    responseCode !== undefined &&
    responseCode >= 500
  return { sent: false, words: response ?? message, isTemporary: !isFinal }
}
