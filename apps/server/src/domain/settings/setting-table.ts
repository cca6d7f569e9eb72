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
 * Every setting that can be changed while the server runs. Their names and help are texts of the console. Keys are the product
 * family's where it has one, so that scripts keep working; values are stored as text.
 */

export type SettingSpec = {
  readonly kind: SettingKind
  /** Where the console has it. */
  readonly section: SettingSection
  /** What a whole number counts. */
  readonly unit?: SettingUnit
  /** How a text is edited, where a line would not do. */
  readonly editor?: SettingEditor
  /** Every administrator may change it; all others are for super administrators. */
  readonly admin?: true
  readonly default: string
  /** Sealed at rest and never answered. */
  readonly secret?: true
  /** Smallest value of a whole number. */
  readonly min?: number
  readonly max?: number
  readonly choices?: readonly string[]
  /** The demands on a text, and on JSON beyond being JSON. */
  readonly shape?: z.ZodType
}

const flag = (on: boolean) => ({ kind: 'flag', default: String(on) }) as const
const text = (value = '') => ({ kind: 'text', default: value }) as const
const whole = (value: number, min = 0, max = Number.MAX_SAFE_INTEGER) =>
  ({ kind: 'whole', default: String(value), min, max }) as const

/** Of a page: it becomes a link, so no scheme but the web's. */
const webAddress = { ...text(), shape: WebAddress.or(z.literal('')) } as const

/** Where a service of others is called; an own installation, or a proxy, is elsewhere. */
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
  /** In the place of the first of `ChatLinks`. */
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
  /** True: browsers that came over TLS must use it for every sub-domain too, which are often others'. */
  HstsIncludeSubDomains: { ...flag(false), section: 'server' },
  /** Of everybody but super administrators: one of them must be able to open it again. */
  PasswordLoginEnabled: { ...flag(true), section: 'sign-in' },
  /** False: nobody can sign up. */
  RegisterEnabled: { ...flag(true), section: 'sign-in' },
  PasswordRegisterEnabled: { ...flag(true), section: 'sign-in' },
  EmailVerificationEnabled: { ...flag(false), section: 'sign-in' },
  EmailDomainRestrictionEnabled: { ...flag(false), section: 'sign-in' },
  /** Apart by commas or spaces. */
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
  /** Empty: the account. */
  SMTPFrom: { ...text(), shape: z.email('user.email-format').or(z.literal('')), section: 'mail' },
  SMTPToken: { ...text(), secret: true, section: 'mail' },
  /** Auto: TLS on port 465, else STARTTLS where the server offers it. */
  SMTPSecurity: {
    kind: 'choice',
    default: 'auto',
    choices: ['auto', 'starttls', 'tls', 'none'],
    section: 'mail',
  },
  GitHubOAuthEnabled: { ...flag(false), section: 'github' },
  GitHubClientId: { ...text(), section: 'github' },
  GitHubClientSecret: { ...text(), secret: true, section: 'github' },
  /** Where people sign in; another one for GitHub Enterprise. */
  GitHubAddress: { ...serviceAddress('https://github.com'), section: 'github' },
  GitHubApiAddress: { ...serviceAddress('https://api.github.com'), section: 'github' },
  WeChatAuthEnabled: { ...flag(false), section: 'wechat' },
  /** A server that answers whose a code from the official account is. */
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
  /** Its discovery document is below this address. */
  OIDCIssuer: { ...webAddress, section: 'oidc' },
  OIDCScopes: { ...text('openid,email,profile'), section: 'oidc', editor: 'list' },
  /** The claim that suggests the username of a new account. */
  OIDCUsernameClaims: { ...text('preferred_username'), section: 'oidc' },
  TurnstileCheckEnabled: { ...flag(false), section: 'turnstile' },
  TurnstileSiteKey: { ...text(), section: 'turnstile' },
  TurnstileSecretKey: { ...text(), secret: true, section: 'turnstile' },
  TurnstileAddress: {
    ...serviceAddress('https://challenges.cloudflare.com'),
    section: 'turnstile',
  },
  TelegramBotEnabled: { ...flag(false), section: 'telegram' },
  /** Polling works anywhere; a webhook needs a server address that Telegram can reach. */
  TelegramBotMode: {
    kind: 'choice',
    default: 'polling',
    choices: ['polling', 'webhook'],
    section: 'telegram',
  },
  TelegramBotToken: { ...text(), secret: true, section: 'telegram' },
  TelegramApiAddress: { ...serviceAddress('https://api.telegram.org'), section: 'telegram' },
  /** A balance that falls below is told to its owner by mail, once. 0: never. */
  QuotaRemindThreshold: { ...whole(0), section: 'mail', unit: 'quota' },
  QuotaForNewUser: { ...whole(0), section: 'billing', unit: 'quota' },
  QuotaForInvitee: { ...whole(0), section: 'billing', unit: 'quota' },
  QuotaForInviter: { ...whole(0), section: 'billing', unit: 'quota' },
  /** What a dollar costs in yuan, for gateways that take yuan. */
  PaymentUSDRate: { ...text('7.3'), shape: ExchangeRate, section: 'payment' },
  /** Dollars. */
  PaymentMinAmount: { ...whole(1, 1, topUpMost), section: 'payment' },
  /** At gateways and with codes that they made or changed themselves. */
  AdministratorsMayTopUp: { ...flag(false), section: 'payment' },
  /** Multipliers by amount in dollars; of every other amount the multiplier is 1. */
  RechargeDiscount: {
    kind: 'json',
    default: '{}',
    shape: RechargeDiscounts,
    section: 'payment',
    editor: 'code',
  },
  /** True: the owner of a token may see its key again after a recent sign-in. */
  TokenKeyReveal: { ...flag(true), section: 'sign-in' },
  /** Attempts after the first, each over another channel or key. */
  RetryTimes: { ...whole(2, 0, 20), section: 'retries', admin: true },
  RetryCooldownSeconds: {
    ...whole(5, 0, 86_400),
    section: 'retries',
    unit: 'seconds',
    admin: true,
  },
  /** No new attempt once a request is older than this. */
  RetryTimeOut: { ...whole(30, 1, 3_600), section: 'retries', unit: 'seconds', admin: true },
  /** Seconds of a test above which it disables its channel. 0: never. */
  ChannelDisableThreshold: {
    ...whole(0, 0, 3_600),
    section: 'monitoring',
    unit: 'seconds',
    admin: true,
  },
  /** Minutes between tests of all channels. 0: never. */
  ChannelTestMinutes: {
    ...whole(0, 0, 10_080),
    section: 'monitoring',
    unit: 'minutes',
    admin: true,
  },
  AutomaticEnableChannelEnabled: { ...flag(false), section: 'monitoring', admin: true },
  AutomaticDisableChannelEnabled: { ...flag(false), section: 'monitoring', admin: true },
  /** Quota units. What an answer in one piece must at least afford beyond its input. */
  PreConsumedQuota: { ...whole(500, 0), section: 'billing', unit: 'quota' },
  /** Output tokens for which a stream holds money at a time. */
  HoldSliceTokens: { ...whole(8_192, 64, 1_000_000), section: 'billing', unit: 'tokens' },
  /** The fate of a model without a price: refuse it, or charge the family's 30/30. */
  UnpricedModels: {
    kind: 'choice',
    default: 'refuse',
    choices: ['refuse', 'default'],
    section: 'billing',
  },
  /** Seconds without a byte from the upstream before a stream is given up. */
  StreamIdleTimeout: { ...whole(120, 1, 3_600), section: 'timeouts', unit: 'seconds', admin: true },
  /** Seconds to the first byte of an answer. */
  FirstByteTimeout: { ...whole(300, 1, 3_600), section: 'timeouts', unit: 'seconds', admin: true },
  /** Seconds of silence before a comment keeps the connection open. 0: never. */
  StreamKeepAlive: { ...whole(15, 0, 600), section: 'timeouts', unit: 'seconds', admin: true },
  /** Bytes of a request body on the model APIs. */
  RequestBodyLimit: { ...whole(32 * 1024 * 1024, 1_024), section: 'limits', unit: 'bytes' },
  /** Bytes of a form with files on the model APIs. They go to the disk. */
  UploadLimit: { ...whole(128 * 1024 * 1024, 1_024), section: 'limits', unit: 'bytes' },
  /** Bytes that a request may hold: its body and what stands at the addresses in it, wherever it is written. */
  RequestMemoryLimit: { ...whole(64 * 1024 * 1024, 1_024), section: 'limits', unit: 'bytes' },
  /** Bytes that all requests of a process may hold together. A body takes about five times as much while it is read. */
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
  /** Days for which responses and conversations can be gone on from. 0: none is kept. */
  ResponseKeepDays: { ...whole(30, 0, 3_650), section: 'keeping', unit: 'days' },
  /** Days for which videos and other results of tasks are kept. */
  TaskFileDays: { ...whole(7, 1, 3_650), section: 'keeping', unit: 'days' },
  /** Of one user, beside the playground's own. */
  TokensPerUser: { ...whole(200, 1, 1_000_000), section: 'limits' },
  /** Models, and addresses, in the lists of one token. */
  TokenListEntries: { ...whole(200, 1, 500), section: 'limits' },
  ConversationsPerUser: { ...whole(10_000, 1), section: 'limits' },
  /** Bytes of one user's responses; as many of his conversations. */
  KeptBytesPerUser: { ...whole(256 * 1024 * 1024, 1_024), section: 'limits', unit: 'bytes' },
  /** Days after which rows of the log are put away, compressed. 0: they stay. */
  LogKeepDays: { ...whole(0, 0, 36_500), section: 'keeping', unit: 'days' },
  /** The operator's knowledge of models, over the published facts: a list as in default-model-facts.json. */
  ModelFacts: {
    kind: 'json',
    default: '[]',
    shape: ModelFactsList,
    section: 'models',
    editor: 'code',
  },
  /** Told of what happens to channels. Both or none. */
  WebhookUrl: { ...webAddress, section: 'monitoring' },
  WebhookSecret: {
    ...text(),
    secret: true,
    shape: WebhookSecret.or(z.literal('')),
    section: 'monitoring',
  },
  /** True: a channel, or the webhook, may be at a private address. Cloud metadata addresses never may. */
  PrivateBaseUrlsAllowed: { ...flag(true), section: 'network' },
  /** Hosts that may be private when a request names a picture or a file there; apart by spaces or commas. */
  FetchAllowedHosts: { ...text(''), section: 'network', editor: 'list' },
} as const satisfies Record<SettingKey, SettingSpec>

type ValueOf<Spec extends SettingSpec> = Spec['kind'] extends 'flag'
  ? boolean
  : Spec['kind'] extends 'whole'
    ? number
    : string

/** All settings with their values: the stored ones, else the defaults. */
export type Settings = { readonly [Key in SettingKey]: ValueOf<(typeof settingTable)[Key]> }
