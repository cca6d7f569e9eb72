import type { texts as Zh } from '../zh/dashboard.ts'

/** The dashboard, the first call, opening the station. */
export const texts: typeof Zh = {
  dashboard: {
    station: 'The station today',
    errorRate: 'Error rate',
    firstToken: 'Time to first token',
    activeUsers: 'Active users',
    writtenOff: 'Written off',
    unpriced: 'Models without a price',
    attention: 'Channels needing attention',
    failing: 'Channels that are not asked',
    noneFailing: 'Every channel is in use.',
    failingSince: 'since {{time}}',
    probing: 'tried again now',
    balance: 'Balance',
    usedSoFar: '{{amount}} used so far',
    daysLeft: 'About {{days}} days left at the current rate (last 7 days)',
    daysUnknown: 'Days left: —',
    requestsToday: 'Requests today',
    succeeded: '{{rate}} succeeded',
    spendToday: 'Spend today',
    tokensToday: 'Tokens today',
    rpm: 'RPM, last hour',
    againstYesterday: '{{change}} vs. this time yesterday',
    noYesterday: 'No data for this time yesterday',
    recent: 'Recent calls',
    allCalls: 'View all logs',
  },
  first: {
    title: 'Get started',
    balance: 'Balance',
    balanceIs: 'Your balance is {{amount}}.',
    noTopUp: 'Admin setup required!',
    topUp: 'Top up',
    token: 'Token',
    tokenName: 'My first key',
    call: 'Make your first call',
    tokenThere: 'You already have a token. You can reveal or rotate its key on the Tokens page.',
    tokenBefore: 'Create a token first, then paste the command into a terminal.',
    waiting: 'Waiting for your first call…',
    tooPoor: 'Your balance is too low for this call. Top up, then run the same command again.',
    failed: 'The call failed. Fix the problem above, then run it again.',
    toDashboard: 'Open the dashboard',
  },
  station: {
    title: 'Finish setting up',
    left: '{{count}} left',
    hide: 'Hide',
    showDone: 'Show',
    progress: '{{done}} of {{all}} done',
    changePassword: 'Change password',
    useAddress: 'Use {{origin}}',
    unpriced: 'Not priced yet: {{names}}.',
    unpricedMore: 'Not priced yet: {{names}} and {{more}} more.',
    keepOpen: 'Keep open',
    openSettings: 'Open the settings',
    openPayment: 'Add a payment gateway',
    setUp: 'Set up {{provider}}',
    providers: { github: 'GitHub', wechat: 'WeChat', lark: 'Lark', oidc: 'OIDC' },
    step: {
      channel: 'Test the channel',
      prices: 'Set prices',
      sandbox: 'Open the sandbox channel',
    },
    rows: {
      password: {
        title: 'Change the initial password',
        help: 'The initial password is in POSTHOUSE_ROOT_PASSWORD, or was printed in the terminal at the first start.',
      },
      'server-address': {
        title: 'Set the server address',
        help: 'Used in code snippets and callback URLs. Your browser is at {{origin}}.',
      },
      channel: {
        title: 'Add a channel and test it',
        help: '{{channels}} channels, {{tested}} tested. The sandbox does not count.',
      },
      prices: {
        title: 'Set model prices',
        help: '{{priced}} of {{models}} models have a price. Models without a price cannot be called.',
      },
      mail: {
        title: 'Set up e-mail',
        help: 'Needed for sign-up codes and password resets. Without it, administrators reset passwords.',
      },
      registration: {
        title: 'Decide who can sign up',
        help: 'By default anyone can create an account. Keep registration open, or close it in the settings. You can also let users sign in with other accounts.',
      },
      payment: {
        title: 'Let users pay',
        help: 'Add a payment gateway, or set a link to a page of your own where users buy redemption codes.',
      },
      sandbox: {
        title: 'Disable the sandbox before going live',
        help: 'The sandbox answers with sample text and is only for trying things out.',
      },
    },
  },
  warnings: {
    'refused-settlements':
      '{{count}} settlements are not in the books. Run on the server’s machine: npm run posthouse -- doctor --replay',
    'untrusted-proxy':
      'Requests come by the proxy {{address}}, which TRUSTED_PROXIES does not name: all visitors count as one address, and wait when one guesses passwords. Name it and restart.',
  },
}

/** With a number, for the number one: Chinese knows no difference. By the key of the others. */
export const one = {
  'warnings.refused-settlements':
    '{{count}} settlement is not in the books. Run on the server’s machine: npm run posthouse -- doctor --replay',
}
