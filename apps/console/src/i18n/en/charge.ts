import type { texts as Zh } from '../zh/charge.ts'

/** Why a call cost what it did. */
export const texts: typeof Zh = {
  charge: {
    title: 'Charge',
    why: '{{amount}}, see how it was calculated',
    sentence: 'This call to {{model}} cost {{amount}}. Usage was {{source}}.',
    nothing: 'This call to {{model}} was free.',
    bucket: 'Item',
    quantity: 'Quantity',
    perMillion: 'Per million',
    per: { call: '{{price}} each', minute: '{{price}} per minute' },
    amount: 'Amount',
    ratio: 'Group multiplier ({{group}})',
    exact: 'Before rounding',
    rounding: 'Rounding',
    roundings: {
      none: 'Not needed',
      up: 'Rounded up to the next unit',
      minimum: 'Rounded up to the minimum of one unit',
    },
    total: 'Total',
    entry: 'Price entry',
    entryRevision: '{{entry}} (price book revision {{revision}})',
    tier: 'Service tier',
    lineTier: 'at {{tier}}',
    lineBand: 'from {{tokens}} input tokens on',
    recomputed: 'Recalculated',
    same: 'matches the ledger',
    different: 'does not match the ledger',
    paid: 'Paid so far',
    owed: 'Still owed: the balance is reserved by other requests',
    writtenOff: 'Written off (insufficient balance)',
    refundedSentence: '{{amount}} of this charge was refunded on {{time}}: {{reason}}',
    refundedBy: 'By {{name}}.',
    forgiven: 'The remaining debt of {{amount}} was cancelled.',
    giveBack: 'Refund',
    giveBackTitle: 'Refund this call?',
    giveBackWhat:
      '{{amount}} for {{model}} will be returned to {{user}}’s balance and to the token’s limits (unless its remaining quota was changed by hand since). Only what was actually paid is returned. This can be done once and cannot be undone.',
    reason: 'Reason',
    reasonHelp: 'The customer sees this in the log and on the receipt.',
    givenBack: 'Refunded {{amount}} to {{user}}',
    steps: 'Money movements',
    attempts: '{{count}} upstream attempts',
    other: 'Other',
    buckets: {
      input: 'Input',
      output: 'Output',
      cacheRead: 'Cache read',
      cacheWrite5m: 'Cache write (5 minutes)',
      cacheWrite1h: 'Cache write (1 hour)',
      reasoning: 'Reasoning',
      audioIn: 'Audio input',
      audioOut: 'Audio output',
      imageIn: 'Image input',
      imageOut: 'Image output',
      call: 'Calls',
      character: 'Characters',
      second: 'Seconds',
    },
    sources: {
      reported: 'reported by the upstream',
      counted: 'counted here',
      partial: 'partly reported, partly counted',
      none: 'unknown',
    },
    notCarried: 'Not available in the caller’s API format',
    addedLimit: 'Output limited',
    addedLimitWhy: 'To {{tokens}} output tokens, the most the reserved amount could pay for.',
    doubt: {
      input:
        'The upstream reported {{claimed}} input tokens, more than the request can contain. {{believed}} were charged.',
      output:
        'The upstream reported {{claimed}} output tokens, above the request’s limit. {{believed}} were charged.',
    },
    stepKinds: {
      hold: 'Reserved',
      settle: 'Settled',
      void: 'Released',
      collect: 'Collected later',
      extend: 'Reservation increased by',
      writeOff: 'Written off',
      refund: 'Refunded',
      forgive: 'Debt cancelled',
    },
  },
}

/** With a number, for the number one: Chinese knows no difference. By the key of the others. */
export const one = {
  'charge.attempts': '{{count}} upstream attempt',
}
