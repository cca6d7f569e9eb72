import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export type ReceivedMail = { readonly to: string; readonly subject: string; readonly text: string }

/** `accept`: keeps mail. `refuse`: rejects every address. `slow`: never confirms a mail that it received. */
export type MailboxMode = 'accept' | 'refuse' | 'slow'

export type Mailbox = AsyncDisposable & {
  readonly port: number
  mode: MailboxMode
  readonly mails: readonly ReceivedMail[]
  /** The newest mail to an address, ignoring the first `known` mails. Waits until there is one. */
  newest(to: string, known?: number): Promise<ReceivedMail>
}

const deadlineMs = 30_000
const pauseMs = 100

export async function openMailbox(): Promise<Mailbox> {
  const mails: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username }, _session, done) => done(null, { user: username }),
    onRcptTo: (_address, _session, done) => {
      const refusal = Object.assign(new Error('mailbox is not here'), { responseCode: 550 })
      done(mailbox.mode === 'refuse' ? refusal : null)
    },
    onData: (stream, { envelope }, done) => {
      const pieces: Buffer[] = []
      stream.on('data', (piece: Buffer) => pieces.push(piece))
      stream.on('end', () => {
        if (mailbox.mode === 'slow') return
        const to = envelope.rcptTo.map(({ address }) => address).join()
        mails.push({ to, ...partsOf(Buffer.concat(pieces).toString()) })
        done(null, 'taken by the mailbox of the tests')
      })
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const mailbox: Mailbox = {
    port: (server.server.address() as AddressInfo).port,
    mode: 'accept',
    mails,
    newest: (to, known = 0) =>
      eventually(() => mails.slice(known).findLast((mail) => mail.to === to), to),
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
  return mailbox
}

async function eventually<Found>(find: () => Found | undefined, what: string): Promise<Found> {
  for (let waitedMs = 0; waitedMs < deadlineMs; waitedMs += pauseMs) {
    const found = find()
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  throw new Error(`no mail to ${what} has arrived`)
}

/** Parses a single-part message, as far as tests need it. */
function partsOf(raw: string): { subject: string; text: string } {
  const [head = '', ...body] = raw.replaceAll('\r\n', '\n').split('\n\n')
  const headers = head.replaceAll(/\n\s+/g, ' ')
  const subject = /^Subject: (.*)$/im.exec(headers)?.[1] ?? ''
  const encoding = /^Content-Transfer-Encoding: (.*)$/im.exec(headers)?.[1] ?? ''
  return { subject, text: decoded(body.join('\n\n'), encoding.toLowerCase()) }
}

function decoded(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  if (encoding !== 'quoted-printable') return body
  const bytes = body
    .replaceAll('=\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCodePoint(Number(`0x${hex}`)))
  return Buffer.from(bytes, 'latin1').toString()
}
