import { z } from 'zod'

/** Facts about this installation that the public site and the console's frame need. */
export const Status = z.object({
  version: z.string(),
  /** Epoch seconds. */
  start_time: z.number().int(),
  system_name: z.string(),
  logo: z.string(),
  footer_html: z.string(),
  server_address: z.string(),
  quota_per_unit: z.number().int(),
  display_in_currency: z.boolean(),
  top_up_link: z.string(),
  /** Yuan per dollar, for gateways that charge in yuan. */
  payment_usd_rate: z.number(),
  /** The smallest top-up in dollars. */
  payment_min_amount: z.number().int(),
  /** A JSON object: multipliers by amount in dollars. */
  recharge_discount: z.string(),
  chat_link: z.string(),
  /** A JSON list of `{name, url, show, sort}`, as text. */
  chat_links: z.string(),
  /** Whether anyone can sign up with a password. */
  register_enabled: z.boolean(),
  email_verification: z.boolean(),
  github_oauth: z.boolean(),
  github_client_id: z.string(),
  github_address: z.string(),
  oidc_auth: z.boolean(),
  lark_login: z.boolean(),
  lark_client_id: z.string(),
  lark_address: z.string(),
  wechat_login: z.boolean(),
  wechat_qrcode: z.string(),
  turnstile_check: z.boolean(),
  turnstile_site_key: z.string(),
  turnstile_address: z.string(),
  telegram_bot: z.string(),
  /** Address of the operator's blog or guide. Empty for no link. */
  blog_link: z.string(),
  /** Whether owners can reveal their keys again. */
  token_key_reveal: z.boolean(),
  /** The most models, and the most addresses, in the lists of a token. */
  token_list_entries: z.number().int(),
  /** True until the super administrator signs in for the first time. */
  first_sign_in_pending: z.boolean(),
})
export type Status = z.output<typeof Status>

export const Readiness = z.object({
  rows: z.array(
    z.object({
      id: z.enum([
        'password',
        'server-address',
        'channel',
        'prices',
        'registration',
        'payment',
        'mail',
        'sandbox',
      ]),
      done: z.boolean(),
      /** Numbers for the row's text, such as the priced and the total number of models. */
      figures: z.record(z.string(), z.union([z.number(), z.string()])),
    }),
  ),
})
export type Readiness = z.output<typeof Readiness>

export const Warnings = z.object({
  rows: z.array(
    z.object({
      id: z.enum(['refused-settlements', 'untrusted-proxy']),
      /** Values for the row's text, such as the proxy's address. */
      figures: z.record(z.string(), z.union([z.number(), z.string()])),
    }),
  ),
})
