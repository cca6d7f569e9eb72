import type { playground as Zh } from '../zh/playground.ts'

/** The playground. */
export const playground: typeof Zh = {
  playground: {
    lead: 'Calls are paid from your balance.',
    model: 'Model',
    system: 'System prompt',
    temperature: 'Temperature',
    settings: 'Settings',
    message: 'Message',
    placeholder: 'Message; Enter sends, Shift + Enter breaks the line',
    send: 'Send message',
    stop: 'Stop',
    you: 'You',
    assistant: 'Model',
    reasoning: 'Reasoning',
    emptyTitle: 'Start a conversation',
    empty: 'Choose a model and write the first line.',
    noModels: 'No models available',
    noModelsHelp: 'Your group has no channel yet.',
    conversations: 'Conversations',
    newConversation: 'New conversation',
    deleteTitle: 'Delete the conversation "{{name}}"?',
    deleteConsequence:
      'Its {{count}} messages are kept in this browser alone and cannot be restored.',
    delete: 'Delete conversation',
    deleteConversation: 'Delete conversation "{{name}}"',
    notKept: 'The browser did not keep this conversation; a reload loses it.',
    untitled: 'New conversation',
    firstToken: 'First token {{time}}',
    costPending: 'Cost is being settled…',
    stopped: 'Stopped',
    retry: 'Try again',
    copy: 'Answer',
  },
  picture: {
    load: 'Load the picture from {{host}}',
    loadNamed: 'Load the picture from {{host}}: {{name}}',
    again: 'The picture from {{host}} did not load. Try again',
    notSecure: 'The picture from {{host}} is not shown: its address is not an https one',
  },
}
