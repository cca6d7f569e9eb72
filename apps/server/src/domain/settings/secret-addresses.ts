import type { SettingChange, SettingKey } from '@posthouse/contract/setting'
import type { Settings } from './setting-table.ts'

/** The address settings that each secret is used for. A test requires an entry for every secret. */
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
  /** Changed addresses. */
  readonly addresses: readonly SettingKey[]
  /** Stored secrets used there that are not entered again. */
  readonly secrets: readonly SettingKey[]
}

/** Stored secrets that the changes would send to another address. An empty address receives nothing. */
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
