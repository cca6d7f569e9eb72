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
