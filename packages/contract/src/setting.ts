import { z } from 'zod'
import { Seconds } from './scalars.ts'

/** All settings. The server's table describes each of them, and the console's texts name them. */
export const settingKeys = [
  'ServerAddress',
  'SystemName',
  'Logo',
  'Footer',
  'Notice',
  'About',
  'HomePageContent',
  'BlogLink',
  'TopUpLink',
  'ChatLink',
  'ChatLinks',
  'DisplayInCurrencyEnabled',
  'QuotaPerUnit',
  'HstsIncludeSubDomains',
  'PasswordLoginEnabled',
  'RegisterEnabled',
  'PasswordRegisterEnabled',
  'EmailVerificationEnabled',
  'EmailDomainRestrictionEnabled',
  'EmailDomainWhitelist',
  'SMTPServer',
  'SMTPPort',
  'SMTPAccount',
  'SMTPFrom',
  'SMTPToken',
  'SMTPSecurity',
  'GitHubOAuthEnabled',
  'GitHubClientId',
  'GitHubClientSecret',
  'GitHubAddress',
  'GitHubApiAddress',
  'WeChatAuthEnabled',
  'WeChatServerAddress',
  'WeChatServerToken',
  'WeChatAccountQRCodeImageURL',
  'LarkAuthEnabled',
  'LarkClientId',
  'LarkClientSecret',
  'LarkAddress',
  'OIDCAuthEnabled',
  'OIDCClientId',
  'OIDCClientSecret',
  'OIDCIssuer',
  'OIDCScopes',
  'OIDCUsernameClaims',
  'TurnstileCheckEnabled',
  'TurnstileSiteKey',
  'TurnstileSecretKey',
  'TurnstileAddress',
  'TelegramBotEnabled',
  'TelegramBotMode',
  'TelegramBotToken',
  'TelegramApiAddress',
  'PaymentUSDRate',
  'PaymentMinAmount',
  'AdministratorsMayTopUp',
  'RechargeDiscount',
  'QuotaRemindThreshold',
  'QuotaForNewUser',
  'QuotaForInvitee',
  'QuotaForInviter',
  'TokenKeyReveal',
  'RetryTimes',
  'RetryCooldownSeconds',
  'RetryTimeOut',
  'AutomaticDisableChannelEnabled',
  'AutomaticEnableChannelEnabled',
  'ChannelDisableThreshold',
  'ChannelTestMinutes',
  'PreConsumedQuota',
  'HoldSliceTokens',
  'UnpricedModels',
  'StreamIdleTimeout',
  'FirstByteTimeout',
  'StreamKeepAlive',
  'RequestBodyLimit',
  'UploadLimit',
  'RequestMemoryLimit',
  'ProcessMemoryLimit',
  'ChatCacheExpireMinute',
  'ResponseKeepDays',
  'TaskFileDays',
  'TokensPerUser',
  'TokenListEntries',
  'ConversationsPerUser',
  'KeptBytesPerUser',
  'LogKeepDays',
  'ModelFacts',
  'WebhookUrl',
  'WebhookSecret',
  'PrivateBaseUrlsAllowed',
  'FetchAllowedHosts',
] as const
export type SettingKey = (typeof settingKeys)[number]

/** The tab of each settings section in the console, in order. */
export const settingSections = {
  general: 'operation',
  retries: 'operation',
  monitoring: 'operation',
  billing: 'operation',
  payment: 'operation',
  'chat-links': 'operation',
  timeouts: 'operation',
  keeping: 'operation',
  limits: 'operation',
  models: 'operation',
  server: 'system',
  'sign-in': 'system',
  mail: 'system',
  github: 'system',
  wechat: 'system',
  lark: 'system',
  oidc: 'system',
  turnstile: 'system',
  telegram: 'system',
  network: 'system',
  site: 'other',
  pages: 'other',
} as const
export type SettingSection = keyof typeof settingSections
const sections = Object.keys(settingSections) as [SettingSection, ...SettingSection[]]

export const settingKinds = ['flag', 'whole', 'text', 'json', 'choice'] as const
export type SettingKind = (typeof settingKinds)[number]

const units = ['seconds', 'minutes', 'days', 'bytes', 'tokens', 'quota'] as const
export type SettingUnit = (typeof units)[number]

/** `page`: Markdown, HTML or an address. `list`: words separated by spaces. */
const editors = ['line', 'page', 'html', 'links', 'code', 'list'] as const
export type SettingEditor = (typeof editors)[number]

export const Setting = z.object({
  key: z.string(),
  /** Always empty for secrets. */
  value: z.string(),
  default: z.string(),
  secret: z.boolean(),
  /** Whether a value is stored. For a secret, nothing else is disclosed. */
  stored: z.boolean(),
  kind: z.enum(settingKinds),
  section: z.enum(sections),
  editor: z.enum(editors),
  unit: z.enum(units).nullable(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  choices: z.array(z.string()),
  may_change: z.boolean(),
  /** 0 means never changed. */
  updated_time: Seconds,
})
export type Setting = z.output<typeof Setting>

export const SettingChange = z.object({
  key: z.string().min(1).max(100),
  value: z.string().max(500_000),
})
export type SettingChange = z.output<typeof SettingChange>

export const SettingChanges = z.object({ changes: z.array(SettingChange).min(1).max(200) })

/** Sections whose settings depend on an external service and can be tested. */
export const testedServices = ['github', 'wechat', 'lark', 'oidc', 'turnstile', 'telegram'] as const
export type TestedService = (typeof testedServices)[number]

/** Result of a service test. `said` is the service's own message, truncated; empty when it works. */
export const ServiceTrial = z.object({
  verdict: z.enum(['works', 'credentials', 'unreachable', 'unknown']),
  said: z.string(),
})
export type ServiceTrial = z.output<typeof ServiceTrial>
