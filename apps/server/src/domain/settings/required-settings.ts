import type { SettingChange, SettingKey } from '@posthouse/contract/setting'
import type { Settings } from './setting-table.ts'

/** Settings that each sign-in method requires. */
const required = {
  GitHubOAuthEnabled: ['GitHubClientId', 'GitHubClientSecret'],
  WeChatAuthEnabled: ['WeChatServerAddress'],
  LarkAuthEnabled: ['LarkClientId', 'LarkClientSecret'],
  OIDCAuthEnabled: ['OIDCClientId', 'OIDCClientSecret', 'OIDCIssuer', 'OIDCScopes'],
  // Without them nobody could sign in to disable it.
  TurnstileCheckEnabled: ['TurnstileSiteKey', 'TurnstileSecretKey'],
} as const satisfies Partial<Record<SettingKey, readonly SettingKey[]>>

/** Settings that would be missing after the changes, for the methods they concern. */
export function lacksOf(changes: readonly SettingChange[], settings: Settings): SettingKey[] {
  const changed = new Map(changes.map(({ key, value }) => [key, value]))
  const after = (key: SettingKey): string => (changed.get(key) ?? String(settings[key])).trim()
  return Object.entries(required).flatMap(([flag, keys]) => {
    const isAbout = [flag, ...keys].some((key) => changed.has(key))
    if (!isAbout || after(flag as SettingKey) !== 'true') return []
    return keys.filter((key) => after(key) === '')
  })
}
