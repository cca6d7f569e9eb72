import type { texts as Zh } from '../zh/topup.ts'

/** The wallet: balance, redemption codes, where to buy. */
export const texts: typeof Zh = {
  topup: {
    lead: 'See your balance and top it up with a redemption code.',
    wallet: 'Balance',
    balance: 'Current balance',
    used: 'Used so far',
    daysLeft: 'About {{days}} days left at the current rate (last 7 days)',
    daysUnknown: 'Nothing was used in the last 7 days, so there is no estimate of days left.',
    log: 'View top-ups in the log',
    redeem: 'Redeem a code',
    redeemHelp: 'The quota is credited at once.',
    key: 'Redemption code',
    submit: 'Redeem',
    redeemed: 'Redeemed. {{amount}} was added to your balance.',
    buy: 'No code yet?',
    buyHelp: 'Get one from the operator. The page opens in a new tab.',
    toBuy: 'Get a code',
    noLink: 'Admin setup required!',
    whom: 'Ask the administrator of this site for a redemption code. The About page says how to reach them.',
    toAbout: 'View the About page',
  },
}
