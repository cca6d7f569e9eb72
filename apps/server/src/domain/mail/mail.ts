export type Mail = {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** One that waits in the outbox. */
export type WaitingMail = Mail & {
  /** Later it is of no use; null: it always is. */
  readonly expiresAt: number | null
  /** Sent only where an account that may sign in has this address. */
  readonly ofAccount: boolean
}

/** The mail server's own words, or why it said none. */
export type MailEnd =
  | { readonly sent: true; readonly words: string }
  | { readonly sent: false; readonly words: string; readonly isTemporary: boolean }

/** The port behind which mails are sent. It bounds its time. */
export type MailPort = {
  /** The same id is the same mail. */
  send(mail: Mail, id: string): Promise<MailEnd>
}
