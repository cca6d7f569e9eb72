import type { texts as Zh } from '../../zh/studio/playcards.ts'

/** The feature square. */
export const texts: typeof Zh = {
  playcards: {
    lead: 'What you can do with your account now.',
    balance: 'Balance',
    myWorks: 'My works',
    daysLeft: 'Lasts about {{days}} days at the current rate (last 7 days)',
    topUp: 'Top up',
    running: 'In progress: {{count}}',
    runningMore: 'And {{count}} more',
    progressOf: 'Progress of {{name}}',
    from: 'Cheapest: {{model}}',
    pair: 'Input {{input}} · output {{output}} per million tokens',
    picture: '{{price}} per picture',
    fromPicture: 'From {{price}} per picture',
    aboutPicture: 'About {{price}} per picture',
    agentsTitle: 'Set up a coding agent',
    agentsLead: 'Choose a token and a model, then copy the settings of your program.',
    token: 'Token',
    noToken: 'You have no enabled token yet. Create one to replace sk-… below.',
    keyHidden: 'Reveal the key to fill it in below.',
    keyNeverShown: 'Replace sk-… below with the key that you saved when you created this token.',
    busy: 'Temporarily unavailable',
    offers: 'Models available: {{count}}',
    missing: 'No channel offers this yet',
    addChannel: 'Add a channel',
    emptyTitle: 'No models yet',
    empty: 'No channel serves models to your group. Please contact the administrator.',
    kinds: {
      chat: {
        name: 'Chat',
        purpose: 'Talk to a model, with pictures and files.',
        act: 'Open chat',
      },
      agents: {
        name: 'Coding agents',
        purpose:
          'Claude Code, Codex, Gemini CLI and others: settings with your key, ready to copy.',
        act: 'Show settings',
      },
      image: {
        name: 'Images',
        purpose: 'Make a picture from a text, or change one that you have.',
        act: 'Open the studio',
      },
      speech: {
        name: 'Text to speech',
        purpose: 'Have a text read aloud, played as it is made.',
        act: 'Open the studio',
      },
      transcribe: {
        name: 'Transcription',
        purpose: 'Turn a recording into text or subtitles, or translate it into English.',
        act: 'Open the studio',
      },
      video: {
        name: 'Video',
        purpose: 'Make a short video from a text or a picture.',
        act: 'Open the studio',
      },
      music: {
        name: 'Music',
        purpose: 'Make a song from a description or from lyrics.',
        act: 'Open the studio',
      },
      draw: {
        name: 'Midjourney',
        purpose: 'Draw by a description, then enlarge and vary what you like.',
        act: 'Open the studio',
      },
      embed: {
        name: 'Embeddings',
        purpose: 'Turn texts into vectors for search.',
        act: 'Show code',
      },
      rerank: {
        name: 'Rerank',
        purpose: 'Sort documents by how well they answer a question.',
        act: 'Show code',
      },
      moderate: {
        name: 'Moderation',
        purpose: 'Find out whether a text is harmful.',
        act: 'Show code',
      },
    },
  },
}
