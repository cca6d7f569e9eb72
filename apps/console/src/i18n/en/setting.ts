import { serviceKeys, serviceWords } from '../setting-services/en.ts'
import type { texts as Zh } from '../zh/setting.ts'
/** The settings of the station. */
export const texts: typeof Zh = {
  setting: {
    lead: 'How this station works and looks. Changes take effect at once.',
    search: 'Search settings',
    changedOnly: 'Changed only',
    nothing: 'No setting matches',
    default: 'Default: {{value}}',
    empty: 'empty',
    changed: 'Changed {{time}}',
    reset: 'Use default',
    locked: 'Only super administrators can change this',
    stored: 'A secret is stored',
    notStored: 'Not set',
    on: 'On',
    off: 'Off',
    save: 'Save',
    discard: 'Discard',
    changes: '{{count}} unsaved changes',
    saved: 'Settings saved',
    edit: 'Edit',
    preview: 'Preview',
    nothingToShow: 'Nothing to show',
    frame: 'Preview',
    linkName: 'Name',
    linkUrl: 'Address',
    linkShow: 'Show',
    linkSort: 'Order',
    addLink: 'Add chat client',
    removeLink: 'Remove chat client {{number}}',
    tabs: {
      operation: 'Operation',
      system: 'System',
      other: 'Other',
    },
    sections: {
      general: 'General',
      retries: 'Retries',
      monitoring: 'Monitoring',
      billing: 'Billing',
      payment: 'Payments',
      'chat-links': 'Chat clients',
      timeouts: 'Timeouts',
      keeping: 'Retention',
      limits: 'Limits',
      models: 'Models',
      server: 'Server',
      'sign-in': 'Login and sign-up',
      mail: 'Mail',
      github: 'GitHub',
      wechat: 'WeChat',
      lark: 'Lark',
      oidc: 'OIDC',
      turnstile: 'Turnstile',
      telegram: 'Telegram bot',
      network: 'Network',
      site: 'Branding',
      pages: 'Notice and pages',
    },
    ...serviceWords,
    testMail: 'Send a test e-mail',
    testMailTo: 'Send to',
    testMailHelp: 'Uses the saved settings: save changes first.',
    testMailSent: 'The mail server accepted it: {{answer}}',
    inUnit: '{{help}} In {{unit}}.',
    units: {
      seconds: 'seconds',
      minutes: 'minutes',
      days: 'days',
      bytes: 'bytes',
      tokens: 'tokens',
      quota: 'quota',
    },
    choices: {
      polling: 'Polling',
      webhook: 'Webhook',
      auto: 'Automatic',
      starttls: 'STARTTLS',
      tls: 'TLS',
      none: 'None',
      refuse: 'Refuse',
      default: 'Charge 30/30',
    },
    keys: {
      TopUpLink: { label: 'Top-up link', help: 'Opens when a user wants to top up.' },
      QuotaPerUnit: {
        label: 'Quota per dollar',
        help: 'How many quota units make one dollar. It cannot change once money has moved.',
      },
      DisplayInCurrencyEnabled: {
        label: 'Show amounts in dollars',
        help: 'Off: amounts are shown in quota units.',
      },
      ChatLink: {
        label: 'Chat client address',
        help: 'Replaces the address of the first chat client. {key} and {server} are filled in.',
      },
      ChatLinks: {
        label: 'Chat clients',
        help: 'Apps that users can open with one of their keys. Higher numbers come first.',
      },
      RetryTimes: {
        label: 'Retries',
        help: 'Attempts after the first, each over another channel or key.',
      },
      RetryCooldownSeconds: {
        label: 'Channel cooldown',
        help: 'How long a failed channel is left alone.',
      },
      RetryTimeOut: {
        label: 'Retry time limit',
        help: 'No new attempt once a request is older than this.',
      },
      AutomaticDisableChannelEnabled: {
        label: 'Disable failing channels',
        help: 'Takes a channel key out of service when its upstream rejects it for good.',
      },
      ChannelDisableThreshold: {
        label: 'Maximum response time',
        help: 'A scheduled test or a test of many disables enabled channels that take longer. 0: never.',
      },
      ChannelTestMinutes: { label: 'Test channels every', help: 'Disabled keys too. 0: never.' },
      AutomaticEnableChannelEnabled: {
        label: 'Enable recovered channels',
        help: 'Enables a channel that failures or a test disabled once it passes a test.',
      },
      WebhookUrl: {
        label: 'Webhook address',
        help: 'Receives a signed message when a channel is disabled.',
      },
      WebhookSecret: {
        label: 'Webhook secret',
        help: 'Signs the messages (Standard Webhooks, whsec_…). Set it together with the address.',
      },
      PreConsumedQuota: {
        label: 'Reserve for unknown lengths',
        help: 'Reserved beyond the input when the length of an answer is unknown.',
      },
      HoldSliceTokens: {
        label: 'Reserve step for streams',
        help: 'Output tokens that a stream reserves at a time.',
      },
      UnpricedModels: {
        label: 'Models without a price',
        help: 'Refuse the call, or charge the default price of 30/30.',
      },
      FirstByteTimeout: {
        label: 'First byte timeout',
        help: 'How long to wait for the first byte of an answer.',
      },
      StreamIdleTimeout: {
        label: 'Stream idle timeout',
        help: 'A stream without a byte for this long is ended.',
      },
      StreamKeepAlive: {
        label: 'Stream keep-alive',
        help: 'Silence after which a comment keeps the connection open. 0: never.',
      },
      LogKeepDays: {
        label: 'Keep logs',
        help: 'Older rows move to a compressed archive. 0: they stay.',
      },
      TaskFileDays: {
        label: 'Task file retention (days)',
        help: 'Videos and other results of tasks are deleted this long after they were made.',
      },
      ResponseKeepDays: {
        label: 'Keep responses',
        help: 'How long responses and conversations can be continued. 0: nothing is kept.',
      },
      ChatCacheExpireMinute: {
        label: 'Answer cache lifetime',
        help: 'For tokens with the answer cache switched on.',
      },
      TokensPerUser: {
        label: 'Tokens per user',
        help: "The playground's own token is not counted.",
      },
      TokenListEntries: {
        label: 'Entries per token list',
        help: 'Models, and IP addresses, in the lists of one token.',
      },
      ConversationsPerUser: {
        label: 'Conversations per user',
        help: 'Stored Responses conversations.',
      },
      KeptBytesPerUser: {
        label: 'Storage per user',
        help: 'For stored responses, and as much again for conversations.',
      },
      UploadLimit: { label: 'Largest upload', help: 'Files sent to the model APIs.' },
      RequestBodyLimit: { label: 'Largest request body', help: 'On the model APIs.' },
      RequestMemoryLimit: {
        label: 'Memory per request',
        help: 'The body and the files that it refers to.',
      },
      ProcessMemoryLimit: { label: 'Memory for all requests', help: 'Of one server process.' },
      ModelFacts: {
        label: 'Model facts',
        help: 'Overrides the built-in facts about models, such as type and context length.',
      },
      ServerAddress: {
        label: 'Server address',
        help: 'Used in code snippets, e-mails and callback addresses.',
      },
      HstsIncludeSubDomains: {
        label: 'HSTS for subdomains',
        help: 'Browsers then insist on HTTPS for every subdomain as well.',
      },
      PrivateBaseUrlsAllowed: {
        label: 'Allow private addresses',
        help: 'Channels and webhooks may point to private networks. Cloud metadata addresses never may.',
      },
      FetchAllowedHosts: {
        label: 'Private hosts for files',
        help: 'Hosts that may be private when a request refers to a picture or file there.',
      },
      PasswordLoginEnabled: {
        label: 'Log in with a password',
        help: 'Off: only super administrators can. Make sure that others have another way.',
      },
      RegisterEnabled: { label: 'Registration', help: 'Off: nobody can create an account.' },
      PasswordRegisterEnabled: {
        label: 'Register with a password',
        help: 'New users may choose a username and a password.',
      },
      EmailVerificationEnabled: {
        label: 'Verify email addresses',
        help: 'New users enter an address and the code mailed to it. Set a mail server first.',
      },
      EmailDomainRestrictionEnabled: {
        label: 'Restrict email domains',
        help: 'Only addresses of the domains below can register.',
      },
      EmailDomainWhitelist: {
        label: 'Allowed email domains',
        help: 'For example gmail.com. Separate them with commas or spaces.',
      },
      SMTPServer: {
        label: 'SMTP server',
        help: 'Host name or IP address. Leave empty to send no e-mail.',
      },
      SMTPPort: { label: 'SMTP port', help: 'Usually 587 or 465.' },
      SMTPAccount: {
        label: 'SMTP account',
        help: 'The user at the mail server, often an address.',
      },
      SMTPFrom: { label: 'Sender', help: 'The address that mails come from. Empty: the account.' },
      SMTPToken: {
        label: 'SMTP password',
        help: 'The password, or an app password. Leave empty to send without logging in.',
      },
      SMTPSecurity: {
        label: 'Encryption',
        help: 'Automatic: TLS on port 465, otherwise STARTTLS where the server offers it.',
      },
      ...serviceKeys,
      QuotaRemindThreshold: {
        label: 'Low balance reminder',
        help: 'A user whose balance falls below this gets one e-mail. 0: no reminder.',
      },
      QuotaForNewUser: {
        label: 'Starting balance',
        help: 'What each new account receives when it is created.',
      },
      QuotaForInvitee: {
        label: 'Bonus for invited users',
        help: 'What a user who signs up with an invitation link receives on top.',
      },
      QuotaForInviter: {
        label: 'Reward for inviting',
        help: 'What the inviter receives for each user who signs up.',
      },
      TokenKeyReveal: {
        label: 'Reveal token keys',
        help: 'Owners can see a key again after they enter their password.',
      },
      SystemName: { label: 'Site name', help: 'In the page title, the top bar and e-mails.' },
      Logo: {
        label: 'Logo address',
        help: 'A picture of at least 64 × 64 pixels. Empty: our own.',
      },
      BlogLink: { label: 'Guide link', help: 'Shown as Docs on the home page and in the menu.' },
      Footer: { label: 'Footer', help: 'HTML. Empty: the credits and the licence.' },
      Notice: {
        label: 'Notice',
        help: 'Markdown or HTML. Users see it once, and again when it changes.',
      },
      HomePageContent: {
        label: 'Home page',
        help: 'Markdown, HTML or an https address. Empty: the built-in page.',
      },
      About: { label: 'About page', help: 'Markdown, HTML or an https address.' },
    },
  },
}

/** With a number, for the number one: Chinese knows no difference. By the key of the others. */
export const one = {
  'setting.changes': '{{count}} unsaved change',
} as const
