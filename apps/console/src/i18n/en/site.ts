import type { texts as Zh } from '../zh/site.ts'

/** The public site. */
export const texts: typeof Zh = {
  home: {
    slogan: 'One endpoint. Every cent accounted for.',
    lead: 'All your models behind one address and one key. Every call has a receipt with quantity, price and total.',
    console: 'Open the console',
    docs: 'Read the docs',
    first: 'The first call',
    receipt: 'A receipt',
    receiptExample: 'Example',
    prices: 'Prices',
    modelsAndPrices: 'Available models and prices',
    pricesLead: 'Dollars for a million tokens, live from the price book.',
    noPrices: 'The operator has not published prices yet.',
    model: 'Model',
    input: 'Input',
    output: 'Output',
    perCall: '{{price}} a call',
    allPrices: 'Show all {{count}} models',
    dialects: 'Dialects',
    dialectNow: 'Open',
    policy: 'How billing works',
    policyOne:
      'Quota is held before a call and settled by actual usage after it; a failed call costs nothing.',
    policyTwo: 'Every charge opens into quantity, price, ratio and rounding.',
    policyThree:
      'A balance never goes below zero; without enough, a call is refused before it is sent.',
    operator: 'Operated by {{name}}',
    failed: 'Failed to load homepage content...',
  },
  about: {
    title: 'About',
    failed: 'Failed to load about content...',
    body: '{{name}} is a self-hosted gateway to AI models with a wallet and a ledger: many suppliers behind one address, charged by actual usage, with a reason for every charge.',
    hint: 'The administrator can replace this page in the settings, with Markdown or HTML.',
    frame: 'About page',
    homeFrame: 'Home page',
  },
}

/** With a number, for the number one: Chinese knows no difference. By the key of the others. */
export const one = {
  'home.allPrices': 'Show the {{count}} model',
}
