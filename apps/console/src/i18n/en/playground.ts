import type { texts as Zh } from '../zh/playground.ts'

/** The playground. */
export const texts: typeof Zh = {
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
}

/** With a number, for the number one: Chinese knows no difference. By the key of the others. */
export const one = {
  'playground.deleteConsequence':
    'Its {{count}} message is kept in this browser alone and cannot be restored.',
}
