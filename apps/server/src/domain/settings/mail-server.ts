import type { Settings } from './setting-table.ts'

export type MailServer = {
  readonly host: string
  readonly port: number
  readonly account: string
  readonly password: string
  readonly from: { readonly name: string; readonly address: string }
  readonly tls: string
}

/** Null if mail is not configured. */
export function mailServer(settings: Settings): MailServer | null {
  const address = settings.SMTPFrom === '' ? settings.SMTPAccount : settings.SMTPFrom
  if (settings.SMTPServer === '' || address === '') return null
  return {
    host: settings.SMTPServer,
    port: settings.SMTPPort,
    account: settings.SMTPAccount,
    password: settings.SMTPToken,
    from: { name: settings.SystemName, address },
    tls: settings.SMTPSecurity,
  }
}
