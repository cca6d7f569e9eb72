/** Settings of services outside: payment, ways to sign in, Turnstile, the Telegram bot. */
export const serviceKeys = {
  PaymentUSDRate: {
    label: '美元汇率',
    help: '用人民币付款时，1 美元余额的价格，如 7.3。',
  },
  PaymentMinAmount: {
    label: '最低充值金额',
    help: '整数，单位为美元。',
  },
  AdministratorsMayTopUp: {
    label: '允许管理员给自己充值',
    help: '允许管理员使用由管理员创建、修改或查看过的支付网关和兑换码。超级管理员不受限制。',
  },
  RechargeDiscount: {
    label: '充值折扣',
    help: '充值金额（美元）到折扣的映射：{"100":0.9} 表示充值 $100 打九折。这些金额会显示为快捷按钮。',
  },
  GitHubOAuthEnabled: { label: 'GitHub 登录', help: '允许用户用 GitHub 登录。' },
  GitHubClientId: { label: 'Client ID', help: 'GitHub OAuth 应用的 Client ID。' },
  GitHubClientSecret: { label: 'Client Secret', help: 'GitHub OAuth 应用的密钥。' },
  GitHubAddress: { label: 'GitHub 地址', help: '仅 GitHub Enterprise 需要修改。' },
  GitHubApiAddress: { label: 'GitHub API 地址', help: '仅 GitHub Enterprise 需要修改。' },
  WeChatAuthEnabled: { label: '微信登录', help: '允许用户用公众号验证码登录。' },
  WeChatServerAddress: { label: '微信服务器地址', help: '发放和校验验证码的服务器。' },
  WeChatServerToken: { label: '微信服务器访问凭证', help: '每次校验时发送给微信服务器。' },
  WeChatAccountQRCodeImageURL: {
    label: '二维码图片链接',
    help: '用户扫码关注公众号的图片地址。',
  },
  LarkAuthEnabled: { label: '飞书登录', help: '允许用户用飞书登录。' },
  LarkClientId: { label: 'App ID', help: '飞书开放平台应用的 App ID。' },
  LarkClientSecret: { label: 'App Secret', help: '飞书开放平台应用的密钥。' },
  LarkAddress: { label: '飞书地址', help: '海外版 Lark 请填 https://open.larksuite.com。' },
  OIDCAuthEnabled: { label: 'OIDC 登录', help: '允许用户用你的身份提供方登录。' },
  OIDCClientId: { label: 'Client ID', help: '身份提供方分配的 Client ID。' },
  OIDCClientSecret: { label: 'Client Secret', help: '身份提供方分配的密钥。' },
  OIDCIssuer: {
    label: 'Issuer',
    help: '身份提供方的地址，不含 /.well-known/openid-configuration。',
  },
  OIDCScopes: { label: 'Scopes', help: '用逗号分隔，通常是 openid、email 和 profile。' },
  OIDCUsernameClaims: { label: '用户名字段', help: '用哪个 claim 作为新用户的用户名。' },
  TurnstileCheckEnabled: {
    label: 'Turnstile 校验',
    help: '在登录、注册和重置密码时进行人机验证。',
  },
  TurnstileSiteKey: { label: 'Site Key', help: '在 Cloudflare 控制台获取。' },
  TurnstileSecretKey: { label: 'Secret Key', help: '在 Cloudflare 控制台获取。' },
  TurnstileAddress: { label: 'Turnstile 地址', help: '加载组件和校验结果的地址。' },
  TelegramBotEnabled: {
    label: 'Telegram 机器人',
    help: '运行机器人，用户可以在其中查询余额。',
  },
  TelegramBotMode: {
    label: '模式',
    help: '轮询在任何网络都能用；Webhook 需要 Telegram 能通过 HTTPS 访问服务器地址。',
  },
  TelegramBotToken: { label: '机器人 Token', help: '由 @BotFather 发放。' },
  TelegramApiAddress: { label: 'Telegram API 地址', help: '仅自建 Bot API 服务器需要修改。' },
}

/** Help for setting a service up, and how a trial of its settings went. */
export const serviceWords = {
  callback: '回调地址',
  openService: '前往',
  testService: '测试设置',
  services: {
    github: '在 GitHub 创建 OAuth 应用，并填写此回调地址。',
    wechat: '部署微信服务器，向公众号的关注者发放验证码。',
    lark: '在开放平台创建应用，并添加此重定向 URL。',
    oidc: '在身份提供方注册客户端，并填写此重定向地址。',
    turnstile: '在 Cloudflare 控制台创建组件，推荐隐形模式。',
    telegram: '向 @BotFather 创建机器人并复制 Token。',
  },
  trials: {
    works: '服务接受这些设置。',
    credentials: '服务拒绝了 ID 或密钥。',
    unreachable: '无法访问该地址上的服务。',
    unknown: '服务的回答不符合预期。',
  },
  trialSaid: '返回：{{said}}',
}
