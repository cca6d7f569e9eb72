import type { SettingChange, SettingKey } from '@posthouse/contract/setting'
import type { Settings } from './setting-table.ts'

/** Where each secret is sent, or what it signs messages to. A test requires an entry for every secret. */
export const secretAddresses = {
  SMTPToken: ['SMTPServer', 'SMTPPort'],
  GitHubClientSecret: ['GitHubAddress', 'GitHubApiAddress'],
  WeChatServerToken: ['WeChatServerAddress'],
  LarkClientSecret: ['LarkAddress'],
  OIDCClientSecret: ['OIDCIssuer'],
  TurnstileSecretKey: ['TurnstileAddress'],
  TelegramBotToken: ['TelegramApiAddress'],
  WebhookSecret: ['WebhookUrl'],
} as const satisfies Partial<Record<SettingKey, readonly SettingKey[]>>

type AddressChange = {
  /** Addresses that change. */
  readonly addresses: readonly SettingKey[]
  /** Stored secrets that would be sent to them and are not given again. */
  readonly secrets: readonly SettingKey[]
}

/** Which stored secrets would go to another address after the changes. An empty address takes nothing. */
export function movedSecrets(changes: readonly SettingChange[], settings: Settings): AddressChange {
  const given = new Map(changes.map(({ key, value }) => [key, value.trim()]))
  const isMoved = (key: SettingKey): boolean => {
    const value = given.get(key)
    return value !== undefined && value !== '' && value !== String(settings[key])
  }
  const addresses: SettingKey[] = []
  const secrets: SettingKey[] = []
  for (const [secret, places] of Object.entries(secretAddresses)) {
    const moved = places.filter(isMoved)
    const key = secret as keyof typeof secretAddresses
    if (moved.length === 0 || settings[key] === '') continue
    for (const place of moved) addresses.push(place)
    if (!given.has(key)) secrets.push(key)
  }
  return { addresses, secrets }
}
