import type { texts as Zh } from '../zh/charge.ts'

/** Why a call cost what it did. */
export const texts: typeof Zh = {
  charge: {
    title: 'Charge',
    why: '{{amount}}, see why',
    sentence: 'This call of {{model}} cost {{amount}}; the usage was {{source}}.',
    nothing: 'This call of {{model}} cost nothing.',
    bucket: 'Item',
    quantity: 'Quantity',
    perMillion: 'Per million',
    amount: 'Amount',
    ratio: 'Group ratio ({{group}})',
    exact: 'Before rounding',
    rounding: 'Rounding',
    roundings: {
      none: 'None needed',
      up: 'Up to the next whole unit',
      minimum: 'Less than one unit counts as one',
    },
    total: 'Total',
    entry: 'Price entry',
    entryRevision: '{{entry}} (price book revision {{revision}})',
    tier: 'Service tier',
    lineTier: 'at {{tier}}',
    lineBand: 'from {{tokens}} input tokens on',
    recomputed: 'Recomputed',
    same: 'as in the ledger',
    different: 'not as in the ledger',
    paid: 'Paid so far',
    owed: 'Still owed: other requests cover the balance',
    writtenOff: 'Written off for lack of balance',
    refundedSentence: '{{amount}} of this charge were given back on {{time}}: {{reason}}',
    refundedBy: 'By {{name}}.',
    forgiven: '{{amount}} that was still owed is forgiven.',
    giveBack: 'Give back',
    giveBackTitle: 'Give back what this call cost?',
    giveBackWhat:
      '{{amount}} for {{model}} go back to {{user}}: to the balance, and to the limits of the token, unless what is left was set by hand since. This happens once and cannot be undone. What was never paid is not paid out.',
    reason: 'Reason',
    reasonHelp: 'The customer reads it in the log and on the receipt.',
    givenBack: '{{amount}} given back to {{user}}',
    steps: 'How the money moved',
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
    },
    sources: {
      reported: 'reported by the upstream',
      counted: 'counted here',
      partial: 'partly reported, partly counted',
      none: 'unknown',
    },
    notCarried: 'Not in the caller’s format',
    addedLimit: 'Answer limited',
    addedLimitWhy: 'To {{tokens}} output tokens, which is what was set aside for it.',
    doubt: {
      input:
        'The supplier reported {{claimed}} input tokens, which cannot be; {{believed}} are charged.',
      output:
        'The supplier reported {{claimed}} output tokens, which cannot be; {{believed}} are charged.',
    },
    stepKinds: {
      hold: 'Held',
      settle: 'Settled',
      void: 'Given back',
      collect: 'Collected later',
      extend: 'Hold extended by',
      writeOff: 'Written off',
      refund: 'Charge given back',
      forgive: 'Debt forgiven',
    },
  },
}

/** With a number, for the number one: Chinese knows no difference. By the key of the others. */
export const one = {
  'charge.attempts': '{{count}} upstream attempt',
}
