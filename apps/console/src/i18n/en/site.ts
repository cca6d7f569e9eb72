import type { texts as Zh } from '../zh/site.ts'

/** The public site. */
export const texts: typeof Zh = {
  home: {
    slogan: 'One endpoint. Every cent accounted for.',
    lead: 'Call every model through one endpoint with one key. Every call comes with a receipt: quantity, unit price and total.',
    signUp: 'Create account',
    console: 'Open the console',
    docs: 'Read the docs',
    first: 'Make your first call',
    receipt: 'Sample receipt',
    receiptExample: 'Example',
    prices: 'Models and prices',
    modelsAndPrices: 'Available models and prices',
    pricesLead: 'Prices in dollars per million tokens.',
    addChannel: 'Create a channel and price its models: they then appear here.',
    comeBack: 'The administrator has not opened any models. Please come back later.',
    toChannels: 'Create channel',
    search: 'Search models',
    noneFound: 'No model of that name',
    does: 'Type',
    context: 'Context',
    operation: {
      chat: 'Chat',
      embed: 'Embeddings',
      rerank: 'Rerank',
      moderate: 'Moderation',
      image: 'Images',
      speech: 'Text to speech',
      transcribe: 'Transcription',
      realtime: 'Realtime voice',
      video: 'Video',
      music: 'Music',
      draw: 'Midjourney',
    },
    noPrices: 'This site does not serve any models yet.',
    model: 'Model',
    input: 'Input',
    output: 'Output',
    per: {
      call: '{{price}} per call',
      minute: '{{price}} per minute',
      million: '{{price}} per million tokens',
      characters: '{{price}} per million characters',
    },
    allPrices: 'Show all {{count}} models',
    dialects: 'Supported APIs',
    dialectNow: 'Available',
    policy: 'How billing works',
    policyOne:
      'The estimated cost is reserved before a call and settled by actual usage afterwards. Failed calls are free.',
    policyTwo: 'Every charge shows its quantity, price, multiplier and rounding.',
    policyThree:
      'Balances never go below zero. A call you cannot afford is refused before it is sent.',
    operator: 'Operated by {{name}}',
    failed: 'Failed to load homepage content...',
  },
  about: {
    title: 'About',
    failed: 'Failed to load about content...',
    body: '{{name}} is a self-hosted AI gateway with a wallet and a ledger: many model providers behind one endpoint, billed by actual usage, with an explanation for every charge.',
    hint: 'Administrators can replace this page in Settings, using Markdown or HTML.',
    frame: 'About page',
    homeFrame: 'Home page',
  },
}

/** With a number, for the number one: Chinese knows no difference. By the key of the others. */
export const one = {
  'home.allPrices': 'Show the {{count}} model',
}
