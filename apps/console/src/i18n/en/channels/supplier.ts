import type { texts as zh } from '../../zh/channels/supplier.ts'

/** What a supplier says of a channel: the balance of its keys, and its models. */
export const texts: typeof zh = {
  supplier: {
    balance: {
      title: 'Update balances',
      all: 'Update balances',
      one: 'Update balance',
      question:
        'Ask the suppliers of {{count}} channels for the balance? Channels without such a call are skipped.',
      start: 'Ask for {{count}} channels',
      again: 'Ask for the failed again',
      progress: 'Progress',
      counts:
        '{{ended}} of {{all}} done: {{passed}} updated, {{failed}} failed, {{skipped}} skipped',
      running: 'Asking…',
      skipped: 'Skipped',
      updated: 'Balance of "{{name}}": {{balance}}',
      ranOut:
        'The balance at the supplier was used up at {{time}}. The channel still serves: top it up or disable it.',
    },
    models: {
      compare: 'Compare models',
      title: 'Models of "{{name}}" and its supplier',
      asking: 'Loading the list of the supplier',
      again: 'Compare again',
      added: 'New at the supplier',
      gone: 'No longer listed by the supplier',
      same: '{{count}} models are the same. Tick what to add or remove.',
      allSame: 'No differences: the supplier lists all {{count}} models.',
      apply: 'Add {{added}}, remove {{removed}}',
      applied: 'Added {{added}} models, removed {{removed}}',
      setPrices: 'Set prices',
    },
  },
}

/** For one. */
export const one = {
  'supplier.balance.question':
    'Ask the supplier of {{count}} channel for the balance? Channels without such a call are skipped.',
  'supplier.balance.start': 'Ask for {{count}} channel',
  'supplier.models.same': '{{count}} model is the same. Tick what to add or remove.',
  'supplier.models.allSame': 'No differences: the supplier lists the {{count}} model.',
}
