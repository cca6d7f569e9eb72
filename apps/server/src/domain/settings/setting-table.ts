import { ChatAddress, ChatLinkList, defaultChatLinks } from '@posthouse/contract/chat-links'
import { ModelFactsList } from '@posthouse/contract/model-facts-entry'
import type {
  SettingEditor,
  SettingKey,
  SettingKind,
  SettingSection,
  SettingUnit,
} from '@posthouse/contract/setting'
import { nameOf } from '@posthouse/contract/scalars'
import { z } from 'zod'
import { topUpMost } from '@posthouse/contract/order'
import { Picture, WebAddress, WebhookSecret } from './addresses.ts'
import { ExchangeRate, RechargeDiscounts } from './payment-shapes.ts'

/*
 * All settings that can be changed at run time. Their names and help texts are in the console. Keys are those of the one-api family
 * where it has one, so that scripts keep working. Values are stored as text.
 */

export type SettingSpec = {
  readonly kind: SettingKind
  /** Section in the console. */
  readonly section: SettingSection
  /** Unit of a whole number. */
  readonly unit?: SettingUnit
  /** Editor, unless a single line. */
  readonly editor?: SettingEditor
  /** All administrators may change it. Other settings are for super administrators. */
  readonly admin?: true
  readonly default: string
  /** Sealed at rest and never returned. */
  readonly secret?: true
  /** Smallest value of a whole number. */
  readonly min?: number
  readonly max?: number
  readonly choices?: readonly string[]
  /** Validates a text or a JSON value. */
  readonly shape?: z.ZodType
}

const flag = (on: boolean) => ({ kind: 'flag', default: String(on) }) as const
const text = (value = '') => ({ kind: 'text', default: value }) as const
const whole = (value: number, min = 0, max = Number.MAX_SAFE_INTEGER) =>
  ({ kind: 'whole', default: String(value), min, max }) as const

/** Becomes a link, so only http and https are allowed. */
const webAddress = { ...text(), shape: WebAddress.or(z.literal('')) } as const

/** Base URL of an external service, which may be self-hosted or behind a proxy. */
const serviceAddress = (usual: string) => ({ ...text(usual), shape: WebAddress }) as const

export const settingTable = {
  ServerAddress: { ...webAddress, section: 'server' },
  SystemName: { ...text('Posthouse'), shape: nameOf('field.required').max(100), section: 'site' },
  Logo: { ...text(), shape: Picture.or(z.literal('')), section: 'site' },
  Footer: { ...text(), section: 'site', editor: 'html' },
  Notice: { ...text(), section: 'pages', editor: 'page', admin: true },
  About: { ...text(), section: 'pages', editor: 'page', admin: true },
  HomePageContent: { ...text(), section: 'pages', editor: 'page' },
  BlogLink: { ...webAddress, section: 'site' },
  TopUpLink: { ...webAddress, section: 'general' },
  /** Takes the place of the first entry of `ChatLinks`. */
  ChatLink: { ...text(), shape: ChatAddress.or(z.literal('')), section: 'chat-links' },
  ChatLinks: {
    kind: 'json',
    default: JSON.stringify(defaultChatLinks),
    shape: ChatLinkList,
    section: 'chat-links',
    editor: 'links',
  },
  DisplayInCurrencyEnabled: { ...flag(true), section: 'general' },
  QuotaPerUnit: { ...whole(500_000, 1), section: 'general' },
  /** Makes browsers use TLS for all subdomains too, which may belong to others. */
  HstsIncludeSubDomains: { ...flag(false), section: 'server' },
  /** Super administrators are exempt, so that they can enable it again. */
  PasswordLoginEnabled: { ...flag(true), section: 'sign-in' },
  RegisterEnabled: { ...flag(true), section: 'sign-in' },
  PasswordRegisterEnabled: { ...flag(true), section: 'sign-in' },
  EmailVerificationEnabled: { ...flag(false), section: 'sign-in' },
  EmailDomainRestrictionEnabled: { ...flag(false), section: 'sign-in' },
  /** Separated by commas or spaces. */
  EmailDomainWhitelist: {
    ...text(
      'gmail.com,163.com,126.com,qq.com,outlook.com,hotmail.com,icloud.com,yahoo.com,foxmail.com',
    ),
    section: 'sign-in',
    editor: 'list',
  },
  SMTPServer: { ...text(), section: 'mail' },
  SMTPPort: { ...whole(587, 1, 65_535), section: 'mail' },
  SMTPAccount: { ...text(), section: 'mail' },
  /** Defaults to the account. */
  SMTPFrom: { ...text(), shape: z.email('user.email-format').or(z.literal('')), section: 'mail' },
  SMTPToken: { ...text(), secret: true, section: 'mail' },
  /** `auto`: TLS on port 465, else STARTTLS if the server offers it. */
  SMTPSecurity: {
    kind: 'choice',
    default: 'auto',
    choices: ['auto', 'starttls', 'tls', 'none'],
    section: 'mail',
  },
  GitHubOAuthEnabled: { ...flag(false), section: 'github' },
  GitHubClientId: { ...text(), section: 'github' },
  GitHubClientSecret: { ...text(), secret: true, section: 'github' },
  /** Sign-in page; differs for GitHub Enterprise. */
  GitHubAddress: { ...serviceAddress('https://github.com'), section: 'github' },
  GitHubApiAddress: { ...serviceAddress('https://api.github.com'), section: 'github' },
  WeChatAuthEnabled: { ...flag(false), section: 'wechat' },
  /** A server that verifies codes of the official account. */
  WeChatServerAddress: { ...webAddress, section: 'wechat' },
  WeChatServerToken: { ...text(), secret: true, section: 'wechat' },
  WeChatAccountQRCodeImageURL: {
    ...text(),
    shape: Picture.or(z.literal('')),
    section: 'wechat',
  },
  LarkAuthEnabled: { ...flag(false), section: 'lark' },
  LarkClientId: { ...text(), section: 'lark' },
  LarkClientSecret: { ...text(), secret: true, section: 'lark' },
  LarkAddress: { ...serviceAddress('https://open.feishu.cn'), section: 'lark' },
  OIDCAuthEnabled: { ...flag(false), section: 'oidc' },
  OIDCClientId: { ...text(), section: 'oidc' },
  OIDCClientSecret: { ...text(), secret: true, section: 'oidc' },
  /** Base of the discovery document's address. */
  OIDCIssuer: { ...webAddress, section: 'oidc' },
  OIDCScopes: { ...text('openid,email,profile'), section: 'oidc', editor: 'list' },
  /** Claim for the username of a new account. */
  OIDCUsernameClaims: { ...text('preferred_username'), section: 'oidc' },
  TurnstileCheckEnabled: { ...flag(false), section: 'turnstile' },
  TurnstileSiteKey: { ...text(), section: 'turnstile' },
  TurnstileSecretKey: { ...text(), secret: true, section: 'turnstile' },
  TurnstileAddress: {
    ...serviceAddress('https://challenges.cloudflare.com'),
    section: 'turnstile',
  },
  TelegramBotEnabled: { ...flag(false), section: 'telegram' },
  /** A webhook needs a server address that Telegram can reach; polling works anywhere. */
  TelegramBotMode: {
    kind: 'choice',
    default: 'polling',
    choices: ['polling', 'webhook'],
    section: 'telegram',
  },
  TelegramBotToken: { ...text(), secret: true, section: 'telegram' },
  TelegramApiAddress: { ...serviceAddress('https://api.telegram.org'), section: 'telegram' },
  /** The owner gets one mail when the balance falls below. 0 for never. */
  QuotaRemindThreshold: { ...whole(0), section: 'mail', unit: 'quota' },
  QuotaForNewUser: { ...whole(0), section: 'billing', unit: 'quota' },
  QuotaForInvitee: { ...whole(0), section: 'billing', unit: 'quota' },
  QuotaForInviter: { ...whole(0), section: 'billing', unit: 'quota' },
  /** Yuan per dollar, for gateways that charge yuan. */
  PaymentUSDRate: { ...text('7.3'), shape: ExchangeRate, section: 'payment' },
  /** Dollars. */
  PaymentMinAmount: { ...whole(1, 1, topUpMost), section: 'payment' },
  /** Also at gateways and with codes that they created or changed themselves. */
  AdministratorsMayTopUp: { ...flag(false), section: 'payment' },
  /** Multipliers by amount in dollars; 1 for other amounts. */
  RechargeDiscount: {
    kind: 'json',
    default: '{}',
    shape: RechargeDiscounts,
    section: 'payment',
    editor: 'code',
  },
  /** Owners may see the key of a token again after a recent sign-in. */
  TokenKeyReveal: { ...flag(true), section: 'sign-in' },
  /** Attempts after the first, each at another channel or key. */
  RetryTimes: { ...whole(2, 0, 20), section: 'retries', admin: true },
  RetryCooldownSeconds: {
    ...whole(5, 0, 86_400),
    section: 'retries',
    unit: 'seconds',
    admin: true,
  },
  /** No new attempt starts after this time. */
  RetryTimeOut: { ...whole(30, 1, 3_600), section: 'retries', unit: 'seconds', admin: true },
  /** A test that takes longer disables its channel. 0 for never. */
  ChannelDisableThreshold: {
    ...whole(0, 0, 3_600),
    section: 'monitoring',
    unit: 'seconds',
    admin: true,
  },
  /** Minutes between tests of all channels. 0 for never. */
  ChannelTestMinutes: {
    ...whole(0, 0, 10_080),
    section: 'monitoring',
    unit: 'minutes',
    admin: true,
  },
  AutomaticEnableChannelEnabled: { ...flag(false), section: 'monitoring', admin: true },
  AutomaticDisableChannelEnabled: { ...flag(false), section: 'monitoring', admin: true },
  /** Quota units that a whole answer must be able to afford beyond its input. */
  PreConsumedQuota: { ...whole(500, 0), section: 'billing', unit: 'quota' },
  /** Output tokens that a stream holds money for at a time. */
  HoldSliceTokens: { ...whole(8_192, 64, 1_000_000), section: 'billing', unit: 'tokens' },
  /** What to do with a model that has no price: refuse it, or charge the one-api family's 30/30. */
  UnpricedModels: {
    kind: 'choice',
    default: 'refuse',
    choices: ['refuse', 'default'],
    section: 'billing',
  },
  /** Seconds without a byte from the upstream before a stream is aborted. */
  StreamIdleTimeout: { ...whole(120, 1, 3_600), section: 'timeouts', unit: 'seconds', admin: true },
  /** Seconds to the first byte of an answer. */
  FirstByteTimeout: { ...whole(300, 1, 3_600), section: 'timeouts', unit: 'seconds', admin: true },
  /** Seconds of silence before a comment keeps the connection open. 0 for never. */
  StreamKeepAlive: { ...whole(15, 0, 600), section: 'timeouts', unit: 'seconds', admin: true },
  /** Bytes of a request body on the model APIs. */
  RequestBodyLimit: { ...whole(32 * 1024 * 1024, 1_024), section: 'limits', unit: 'bytes' },
  /** Bytes of a form with files on the model APIs, which are written to disk. */
  UploadLimit: { ...whole(128 * 1024 * 1024, 1_024), section: 'limits', unit: 'bytes' },
  /** Bytes that a request may hold: its body and fetched files. */
  RequestMemoryLimit: { ...whole(64 * 1024 * 1024, 1_024), section: 'limits', unit: 'bytes' },
  /** Bytes that all requests of a process may hold. A body takes about five times its size while it is read. */
  ProcessMemoryLimit: {
    ...whole(256 * 1024 * 1024, 1_024 * 1_024),
    section: 'limits',
    unit: 'bytes',
  },
  ChatCacheExpireMinute: {
    ...whole(5, 0, 1_440),
    section: 'keeping',
    unit: 'minutes',
    admin: true,
  },
  /** Days for which responses and conversations can be continued. 0 stores none. */
  ResponseKeepDays: { ...whole(30, 0, 3_650), section: 'keeping', unit: 'days' },
  /** Days for which videos and other results of tasks are stored. */
  TaskFileDays: { ...whole(7, 1, 3_650), section: 'keeping', unit: 'days' },
  /** Tokens per user, not counting the playground's own. */
  TokensPerUser: { ...whole(200, 1, 1_000_000), section: 'limits' },
  /** Entries in each list of a token: models, addresses. */
  TokenListEntries: { ...whole(200, 1, 500), section: 'limits' },
  ConversationsPerUser: { ...whole(10_000, 1), section: 'limits' },
  /** Bytes of a user's responses, and again of conversations. */
  KeptBytesPerUser: { ...whole(256 * 1024 * 1024, 1_024), section: 'limits', unit: 'bytes' },
  /** Days after which log entries are archived, compressed. 0 for never. */
  LogKeepDays: { ...whole(0, 0, 36_500), section: 'keeping', unit: 'days' },
  /** Facts of models that override published ones, in the format of default-model-facts.json. */
  ModelFacts: {
    kind: 'json',
    default: '[]',
    shape: ModelFactsList,
    section: 'models',
    editor: 'code',
  },
  /** Receives channel events. Set both or none. */
  WebhookUrl: { ...webAddress, section: 'monitoring' },
  WebhookSecret: {
    ...text(),
    secret: true,
    shape: WebhookSecret.or(z.literal('')),
    section: 'monitoring',
  },
  /** Channels and the webhook may have private addresses. Cloud metadata addresses are never allowed. */
  PrivateBaseUrlsAllowed: { ...flag(true), section: 'network' },
  /** Hosts with private addresses that requests may link pictures and files from, separated by spaces or commas. */
  FetchAllowedHosts: { ...text(''), section: 'network', editor: 'list' },
} as const satisfies Record<SettingKey, SettingSpec>

type ValueOf<Spec extends SettingSpec> = Spec['kind'] extends 'flag'
  ? boolean
  : Spec['kind'] extends 'whole'
    ? number
    : string

/** Stored values, else defaults. */
export type Settings = { readonly [Key in SettingKey]: ValueOf<(typeof settingTable)[Key]> }
