import type { texts as Zh } from '../zh/statement.ts'

/** What moved a balance, month by month. */
export const texts: typeof Zh = {
  statement: {
    title: 'Statement',
    csv: 'Download CSV',
    before: 'Previous month',
    after: 'Next month',
    time: 'Time',
    what: 'What',
    amount: 'Amount',
    balance: 'Balance',
    opening: 'Balance at the beginning',
    closing: 'Balance at the end',
    empty: 'Nothing moved the balance in this month.',
    usage: 'Usage of the day ({{count}} charges)',
    kinds: {
      'top-up': 'Top-up',
      'top-up-refund': 'Refund of a top-up',
      code: 'Redemption code',
      gift: 'Gift',
      invitation: 'Invitation reward',
      refund: 'Refund of a charge',
      correction: 'Correction',
    },
  },
}
