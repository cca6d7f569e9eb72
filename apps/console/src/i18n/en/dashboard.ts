import type { texts as Zh } from '../zh/dashboard.ts'

/** The dashboard, the first call, opening the station. */
export const texts: typeof Zh = {
  dashboard: {
    balance: 'Balance',
    usedSoFar: '{{amount}} used so far',
    daysLeft: 'About {{days}} days left at the pace of 7 days',
    daysUnknown: 'Days left: —',
    requestsToday: 'Requests today',
    spendToday: 'Spend today',
    tokensToday: 'Tokens today',
    rpm: 'RPM, last hour',
    againstYesterday: '{{change}} against yesterday by now',
    noYesterday: 'Nothing yesterday by now',
    recent: 'Recent calls',
    allCalls: 'All logs',
  },
  first: {
    title: 'Start here',
    balance: 'Balance',
    balanceIs: 'Your balance is {{amount}}.',
    noTopUp: 'Admin setup required!',
    topUp: 'Top up',
    token: 'Token',
    tokenName: 'First token',
    call: 'First call',
    tokenThere: 'You have a token. Its key is revealed or rotated on the page of tokens.',
    tokenBefore: 'Create a token first, then paste the command into a terminal.',
    waiting: 'Waiting for your first call…',
    tooPoor:
      'The balance is too low for a call. Once there is enough, the same command goes through.',
    failed: 'The call failed. Mend what it names, then run the command again.',
    toDashboard: 'Open the dashboard',
  },
  station: {
    title: 'Open the station',
    progress: '{{done}} of {{all}} done',
    changePassword: 'Change password',
    useAddress: 'Use {{origin}}',
    unpriced: 'No price yet: {{names}}.',
    unpricedMore: 'No price yet: {{names}} and {{more}} more.',
    step: {
      channel: 'Test the channel',
      prices: 'Price the models',
      sandbox: 'Open the sandbox channel',
    },
    rows: {
      password: {
        title: 'Change the first password',
        help: 'The first password stands in POSTHOUSE_ROOT_PASSWORD, or was printed in a terminal.',
      },
      'server-address': {
        title: 'Server address',
        help: 'Snippets and callbacks use it. Your browser is at {{origin}}.',
      },
      channel: {
        title: 'A real channel, tested',
        help: '{{channels}} real channels, {{tested}} tested.',
      },
      prices: {
        title: 'Models priced',
        help: '{{priced}} of {{models}} models priced. A model without a price is not served.',
      },
      sandbox: {
        title: 'Sandbox closed',
        help: 'The sandbox is for trying out; disable it before customers come.',
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
