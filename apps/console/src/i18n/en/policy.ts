import type { texts as Zh } from '../zh/policy.ts'

/** What is charged, and when nothing is. */
export const texts: typeof Zh = {
  policy: {
    title: 'Billing policy',
    lead: 'How a call can end, and what each case costs.',
    happened: 'What happened',
    charged: 'What is charged',
    rows: {
      complete: 'The answer is complete and the upstream reported its usage',
      'complete-counted': 'The answer is complete, but the upstream reported no usage',
      'complete-absurd': 'The answer is complete, but the reported usage cannot be true',
      'complete-empty': 'The answer is complete, but has no content and no usage',
      'failed-before-content': 'The call failed before any content arrived',
      'failed-mid-stream': 'The upstream failed in the middle of an answer',
      'client-left': 'You disconnected in the middle of an answer',
      'quota-ran-out': 'Your balance or a limit ran out in the middle of an answer',
      'server-failed': 'An error on our side interrupted the answer',
      'server-stopped': 'Our server was stopped during the answer',
      'cache-hit': 'A repeated request was answered from the cache',
    },
    charges: {
      reported: 'The usage that the upstream reported.',
      counted: 'The input and the delivered output, as counted here. The receipt says so.',
      delivered:
        'The input and the delivered output: as reported by the upstream, or counted here if it reported nothing.',
      sent: 'The input once the request reached the upstream, and the output delivered until then: as reported, or counted here.',
      nothing: 'Nothing. The reserved amount is returned in full.',
    },
    othersTitle: 'Other cases',
    others: {
      refused: 'We refused the request (balance, limit or bad input): nothing is charged.',
      failover:
        'Another channel took over: only the attempt that answered is charged. Failed attempts are free.',
      died: 'Our server process crashed: nothing is charged, and the reserved amount is returned.',
    },
    priceTitle: 'How a price is calculated',
    priceText:
      'Each quantity is multiplied by its unit price. The sum is multiplied by your group’s multiplier. Prices are in the model list. The price of the moment is stored with each receipt, so later changes do not affect it.',
    roundingTitle: 'Rounding',
    roundingText:
      'The total is rounded once, up to a whole quota unit. A call that costs anything costs at least one unit.',
    holdTitle: 'Reservation',
    holdText:
      'Before a call, its possible cost is reserved. Afterwards the actual usage is charged and the rest is returned at once. Balances never go below zero.',
    refundTitle: 'Refunds',
    refundText:
      'Administrators can refund any charge, once. Only what was actually paid is returned, and the reason is shown on the receipt.',
    toPrices: 'See models and prices',
  },
}
