import { sandboxType } from '@posthouse/contract/channel-type-numbers'
import { canPay } from '../../domain/payments/create-order.ts'
import { gatewayFrom } from '../../domain/payments/gateway.ts'
import type { Snapshot } from '../../domain/snapshot/snapshot.ts'
import type { ApiParts } from '../api-parts.ts'
import type { Handler, Handlers } from '../call.ts'
import { secondsOut } from '../present.ts'

const getStatus: Handler<'getStatus'> = async (_input, { parts }) => {
  const { settings } = parts.snapshot.get()
  const root = await parts.accounts.findRoot()
  return {
    version: parts.version,
    start_time: secondsOut(parts.startedAt, 0),
    system_name: settings.SystemName,
    logo: settings.Logo,
    footer_html: settings.Footer,
    server_address: settings.ServerAddress,
    quota_per_unit: settings.QuotaPerUnit,
    display_in_currency: settings.DisplayInCurrencyEnabled,
    top_up_link: settings.TopUpLink,
    payment_usd_rate: Number(settings.PaymentUSDRate),
    payment_min_amount: settings.PaymentMinAmount,
    recharge_discount: settings.RechargeDiscount,
    chat_link: settings.ChatLink,
    chat_links: settings.ChatLinks,
    blog_link: settings.BlogLink,
    token_key_reveal: settings.TokenKeyReveal,
    token_list_entries: settings.TokenListEntries,
    register_enabled: settings.RegisterEnabled && settings.PasswordRegisterEnabled,
    email_verification: settings.EmailVerificationEnabled,
    first_sign_in_pending: root !== null && root.lastLoginAt === null,
    github_oauth: settings.GitHubOAuthEnabled,
    github_client_id: settings.GitHubClientId,
    github_address: settings.GitHubAddress,
    oidc_auth: settings.OIDCAuthEnabled,
    lark_login: settings.LarkAuthEnabled,
    lark_client_id: settings.LarkClientId,
    lark_address: settings.LarkAddress,
    wechat_login: settings.WeChatAuthEnabled,
    wechat_qrcode: settings.WeChatAccountQRCodeImageURL,
    turnstile_check: settings.TurnstileCheckEnabled,
    turnstile_site_key: settings.TurnstileSiteKey,
    turnstile_address: settings.TurnstileAddress,
    telegram_bot: parts.bot.status().username,
  }
}

const getNotice: Handler<'getNotice'> = async (_input, { parts }) =>
  parts.snapshot.get().settings.Notice

const getAbout: Handler<'getAbout'> = async (_input, { parts }) =>
  parts.snapshot.get().settings.About

const getHomePage: Handler<'getHomePage'> = async (_input, { parts }) =>
  parts.snapshot.get().settings.HomePageContent

const getWarnings: Handler<'getWarnings'> = async (_input, { parts }) => {
  const address = parts.proxies.found
  const count = await parts.refusedSettlements()
  return {
    rows: [
      ...(count === 0 ? [] : [{ id: 'refused-settlements' as const, figures: { count } }]),
      ...(address === null ? [] : [{ id: 'untrusted-proxy' as const, figures: { address } }]),
    ],
  }
}

const getReadiness: Handler<'getReadiness'> = async (_input, { caller, parts }) => {
  const snapshot = parts.snapshot.get()
  const address = snapshot.settings.ServerAddress
  return {
    rows: [
      { id: 'password', done: caller.passwordChangedAt !== null, figures: {} },
      { id: 'server-address', done: address !== '', figures: { address } },
      { id: 'channel', ...readyChannels(await parts.channels.all()) },
      { id: 'prices', ...readyPrices(snapshot) },
      { id: 'registration', done: await isRegistrationDecided(parts), figures: {} },
      { id: 'payment', done: await isPaymentOpen(parts), figures: {} },
      { id: 'mail', done: snapshot.settings.SMTPServer !== '', figures: {} },
      { id: 'sandbox', ...closedSandbox(snapshot) },
    ],
  }
}

/** Whether the operator has stored the setting. The default is not a decision. */
const isRegistrationDecided = async ({ options }: ApiParts): Promise<boolean> =>
  (await options.times()).has('RegisterEnabled')

/** Whether customers can pay: through a gateway, or on the operator's own page. */
async function isPaymentOpen({ db, seal, snapshot }: ApiParts): Promise<boolean> {
  if (snapshot.get().settings.TopUpLink !== '') return true
  const rows = await db
    .selectFrom('payment_gateways')
    .selectAll()
    .where('deleted_at', 'is', null)
    .where('enabled', '=', 1n)
    .execute()
  return rows.some((row) => canPay(gatewayFrom(row), { seal }))
}

/** A row of the checklist. `figures.row` is the channel to look at. */
type Readiness = { readonly done: boolean; readonly figures: Record<string, number | string> }

const rowOf = (channel: { readonly id: number | bigint } | undefined): Readiness['figures'] =>
  channel === undefined ? {} : { row: Number(channel.id) }

type Stored = {
  readonly row: {
    readonly id: bigint
    readonly type: bigint
    readonly status: bigint
    readonly tested_at: bigint | null
    readonly test_failure: string
  }
}

function readyChannels(stored: readonly Stored[]): Readiness {
  const real = stored.map(({ row }) => row).filter(({ type }) => Number(type) !== sandboxType)
  const tested = real.filter(
    (row) => row.tested_at !== null && row.test_failure === '' && row.status === 1n,
  )
  const figures = { channels: real.length, tested: tested.length }
  return {
    done: tested.length > 0,
    figures: { ...figures, ...rowOf(real.find((row) => !tested.includes(row))) },
  }
}

/** Names that the row lists; the others are counted. */
const namesMost = 3

/** Counts models of real channels only: customers cannot ask for others. */
function readyPrices(snapshot: Snapshot): Readiness {
  const real = snapshot.channels.filter(({ type }) => type !== sandboxType)
  const models = [...new Set(real.flatMap((channel) => channel.models))]
  const unpriced = models.filter((model) => snapshot.prices.match(model) === null)
  const [first = ''] = unpriced
  return {
    done: models.length > 0 && unpriced.length === 0,
    figures: {
      priced: models.length - unpriced.length,
      models: models.length,
      names: unpriced.slice(0, namesMost).join(', '),
      more: Math.max(0, unpriced.length - namesMost),
      ...rowOf(real.find((channel) => channel.models.includes(first))),
    },
  }
}

function closedSandbox(snapshot: Snapshot): Readiness {
  const open = snapshot.channels.find(({ type }) => type === sandboxType)
  return { done: open === undefined, figures: rowOf(open) }
}

export const siteHandlers = {
  getStatus,
  getNotice,
  getAbout,
  getHomePage,
  getWarnings,
  getReadiness,
} satisfies Partial<Handlers>
