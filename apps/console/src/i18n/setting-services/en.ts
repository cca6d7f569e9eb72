import type { serviceKeys as Zh, serviceWords as ZhWords } from './zh.ts'

/** Settings of services outside: payment, ways to sign in, Turnstile, the Telegram bot. */
export const serviceKeys: typeof Zh = {
  PaymentUSDRate: {
    label: 'Yuan for a dollar',
    help: 'What a dollar of balance costs where a payment gateway takes yuan, such as 7.3.',
  },
  PaymentMinAmount: {
    label: 'Smallest top-up',
    help: 'Whole dollars.',
  },
  AdministratorsMayTopUp: {
    label: 'Administrators may credit themselves',
    help: 'Lets administrators pay at gateways and redeem codes that an administrator created, changed or viewed. Super administrators always may.',
  },
  RechargeDiscount: {
    label: 'Discounts',
    help: 'Amounts in dollars, and what each is multiplied by: {"100":0.9} takes ten per cent off a top-up of $100. The amounts are offered as buttons.',
  },
  GitHubOAuthEnabled: { label: 'GitHub login', help: 'Lets users sign in with GitHub.' },
  GitHubClientId: { label: 'Client ID', help: 'From the OAuth app on GitHub.' },
  GitHubClientSecret: { label: 'Client secret', help: 'From the OAuth app on GitHub.' },
  GitHubAddress: { label: 'GitHub address', help: 'Change it only for GitHub Enterprise.' },
  GitHubApiAddress: {
    label: 'GitHub API address',
    help: 'Change it only for GitHub Enterprise.',
  },
  WeChatAuthEnabled: {
    label: 'WeChat login',
    help: 'Lets users sign in with a code from your official account.',
  },
  WeChatServerAddress: {
    label: 'WeChat server address',
    help: 'The server that issues and checks the codes.',
  },
  WeChatServerToken: {
    label: 'WeChat server token',
    help: 'Sent to the WeChat server with every check.',
  },
  WeChatAccountQRCodeImageURL: {
    label: 'QR code image',
    help: 'Address of the picture that users scan to follow your account.',
  },
  LarkAuthEnabled: { label: 'Lark login', help: 'Lets users sign in with Lark (Feishu).' },
  LarkClientId: { label: 'App ID', help: 'From the app in the Lark developer console.' },
  LarkClientSecret: {
    label: 'App secret',
    help: 'From the app in the Lark developer console.',
  },
  LarkAddress: {
    label: 'Lark address',
    help: 'https://open.larksuite.com for Lark outside China.',
  },
  OIDCAuthEnabled: {
    label: 'OIDC login',
    help: 'Lets users sign in with your identity provider.',
  },
  OIDCClientId: { label: 'Client ID', help: 'From your identity provider.' },
  OIDCClientSecret: { label: 'Client secret', help: 'From your identity provider.' },
  OIDCIssuer: {
    label: 'Issuer',
    help: 'The provider’s address, without /.well-known/openid-configuration.',
  },
  OIDCScopes: {
    label: 'Scopes',
    help: 'Separated by commas. Usually openid, email and profile.',
  },
  OIDCUsernameClaims: {
    label: 'Username claim',
    help: 'The claim that suggests a new user’s username.',
  },
  TurnstileCheckEnabled: {
    label: 'Turnstile check',
    help: 'Checks for robots on sign-in, sign-up and password reset.',
  },
  TurnstileSiteKey: { label: 'Site key', help: 'From the Cloudflare dashboard.' },
  TurnstileSecretKey: { label: 'Secret key', help: 'From the Cloudflare dashboard.' },
  TurnstileAddress: {
    label: 'Turnstile address',
    help: 'Where the widget and its check come from.',
  },
  TelegramBotEnabled: {
    label: 'Telegram bot',
    help: 'Runs the bot that shows users their balance.',
  },
  TelegramBotMode: {
    label: 'Mode',
    help: 'Polling works anywhere. A webhook needs a server address that Telegram can reach over HTTPS.',
  },
  TelegramBotToken: { label: 'Bot token', help: 'From @BotFather.' },
  TelegramApiAddress: {
    label: 'Telegram API address',
    help: 'Change it only for your own Bot API server.',
  },
}

/** Help for setting a service up, and how a trial of its settings went. */
export const serviceWords: typeof ZhWords = {
  callback: 'Callback address',
  openService: 'Open',
  testService: 'Test settings',
  services: {
    github: 'Create an OAuth app on GitHub and enter this callback address.',
    wechat: 'Run a WeChat server that issues codes to the followers of your official account.',
    lark: 'Create an app in the developer console and add this redirect URL.',
    oidc: 'Register a client at your identity provider with this redirect address.',
    turnstile: 'Create a widget in the Cloudflare dashboard. The invisible type is recommended.',
    telegram: 'Create a bot with @BotFather and copy its token.',
  },
  trials: {
    works: 'The service accepts these settings.',
    credentials: 'The service refuses the ID or the secret.',
    unreachable: 'The service could not be reached at this address.',
    unknown: 'The service did not answer as expected.',
  },
  trialSaid: 'It answered: {{said}}',
}
