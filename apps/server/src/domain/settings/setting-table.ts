import { ChatAddress, ChatLinkList, defaultChatLinks } from '@posthouse/contract/chat-links'
import { ModelFactsList } from '@posthouse/contract/model-facts-entry'
import { nameOf } from '@posthouse/contract/scalars'
import { z } from 'zod'
import { Picture, WebAddress, WebhookSecret } from './addresses.ts'

/*
 * Every setting that an administrator can change while the server runs. Keys are the product
 * family's where it has one, so that scripts keep working; values are stored as text.
 */

type Kind = 'flag' | 'whole' | 'text' | 'json' | 'choice'

export type SettingSpec = {
  readonly kind: Kind
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

export const settingTable = {
  ServerAddress: webAddress,
  SystemName: { ...text('Posthouse'), shape: nameOf('field.required').max(100) },
  Logo: { ...text(), shape: Picture.or(z.literal('')) },
  Footer: text(),
  Notice: text(),
  About: text(),
  HomePageContent: text(),
  BlogLink: webAddress,
  TopUpLink: webAddress,
  /** In the place of the first of `ChatLinks`. */
  ChatLink: { ...text(), shape: ChatAddress.or(z.literal('')) },
  ChatLinks: { kind: 'json', default: JSON.stringify(defaultChatLinks), shape: ChatLinkList },
  DisplayInCurrencyEnabled: flag(true),
  QuotaPerUnit: whole(500_000, 1),
  /** True: browsers that came over TLS must use it for every sub-domain too, which are often others'. */
  HstsIncludeSubDomains: flag(false),
  /** Of everybody but super administrators: one of them must be able to open it again. */
  PasswordLoginEnabled: flag(true),
  /** True: the owner of a token may see its key again after a recent sign-in. */
  TokenKeyReveal: flag(true),
  /** Attempts after the first, each over another channel or key. */
  RetryTimes: whole(2, 0, 20),
  RetryCooldownSeconds: whole(5, 0, 86_400),
  /** No new attempt once a request is older than this. */
  RetryTimeOut: whole(30, 1, 3_600),
  AutomaticDisableChannelEnabled: flag(false),
  /** Quota units. What an answer in one piece must at least afford beyond its input. */
  PreConsumedQuota: whole(500, 0),
  /** Output tokens for which a stream holds money at a time. */
  HoldSliceTokens: whole(8_192, 64, 1_000_000),
  /** The fate of a model without a price: refuse it, or charge the family's 30/30. */
  UnpricedModels: { kind: 'choice', default: 'refuse', choices: ['refuse', 'default'] },
  /** Seconds without a byte from the upstream before a stream is given up. */
  StreamIdleTimeout: whole(120, 1, 3_600),
  /** Seconds to the first byte of an answer. */
  FirstByteTimeout: whole(300, 1, 3_600),
  /** Seconds of silence before a comment keeps the connection open. 0: never. */
  StreamKeepAlive: whole(15, 0, 600),
  /** Bytes of a request body on the model APIs. */
  RequestBodyLimit: whole(32 * 1024 * 1024, 1_024),
  /** Bytes that a request may hold: its body and what stands at the addresses in it, wherever it is written. */
  RequestMemoryLimit: whole(64 * 1024 * 1024, 1_024),
  /** Bytes that all requests of a process may hold together. A body takes about five times as much while it is read. */
  ProcessMemoryLimit: whole(256 * 1024 * 1024, 1_024 * 1_024),
  ChatCacheExpireMinute: whole(5, 0, 1_440),
  /** Days for which responses and conversations can be gone on from. 0: none is kept. */
  ResponseKeepDays: whole(30, 0, 3_650),
  /** Of one user, beside the playground's own. */
  TokensPerUser: whole(200, 1, 1_000_000),
  /** Models, and addresses, in the lists of one token. */
  TokenListEntries: whole(200, 1, 500),
  ConversationsPerUser: whole(10_000, 1),
  /** Bytes of one user's responses; as many of his conversations. */
  KeptBytesPerUser: whole(256 * 1024 * 1024, 1_024),
  /** Days after which rows of the log are put away, compressed. 0: they stay. */
  LogKeepDays: whole(0, 0, 36_500),
  /** The operator's knowledge of models, over the published facts: a list as in default-model-facts.json. */
  ModelFacts: { kind: 'json', default: '[]', shape: ModelFactsList },
  /** Told of what happens to channels. Both or none. */
  WebhookUrl: webAddress,
  WebhookSecret: { ...text(), secret: true, shape: WebhookSecret.or(z.literal('')) },
  /** True: a channel, or the webhook, may be at a private address. Cloud metadata addresses never may. */
  PrivateBaseUrlsAllowed: flag(true),
  /** Hosts that may be private when a request names a picture or a file there; apart by spaces or commas. */
  FetchAllowedHosts: text(''),
} as const satisfies Record<string, SettingSpec>

export type SettingKey = keyof typeof settingTable

type ValueOf<Spec extends SettingSpec> = Spec['kind'] extends 'flag'
  ? boolean
  : Spec['kind'] extends 'whole'
    ? number
    : string

/** All settings with their values: the stored ones, else the defaults. */
export type Settings = { readonly [Key in SettingKey]: ValueOf<(typeof settingTable)[Key]> }
