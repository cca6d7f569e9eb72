import { secondsOut } from '../present.ts'
import type { Handler } from '../call.ts'

export const getStatus: Handler<'getStatus'> = async (_input, { parts }) => {
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
    chat_link: settings.ChatLink,
    chat_links: settings.ChatLinks,
    blog_link: settings.BlogLink,
    token_key_reveal: settings.TokenKeyReveal,
    token_list_entries: settings.TokenListEntries,
    register_enabled: settings.RegisterEnabled && settings.PasswordRegisterEnabled,
    email_verification: settings.EmailVerificationEnabled,
    first_sign_in_pending: root !== null && root.lastLoginAt === null,
    ...waysToSignIn,
  }
}

/** Ways to sign in beside the password. None is offered until it can be configured. */
const waysToSignIn = {
  github_oauth: false,
  github_client_id: '',
  oidc_auth: false,
  lark_login: false,
  lark_client_id: '',
  wechat_login: false,
  wechat_qrcode: '',
  turnstile_check: false,
  turnstile_site_key: '',
  telegram_bot: '',
}
