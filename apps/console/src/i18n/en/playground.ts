import type { texts as Zh } from '../zh/playground.ts'

/** The playground. */
export const texts: typeof Zh = {
  playground: {
    model: 'Model',
    system: 'System prompt',
    temperature: 'Temperature',
    settings: 'Settings',
    message: 'Message',
    placeholder: 'Type a message. Enter to send, Shift + Enter for a new line',
    send: 'Send message',
    stop: 'Stop',
    you: 'You',
    assistant: 'Model',
    reasoning: 'Reasoning',
    emptyTitle: 'Start a conversation',
    empty: 'Choose a model and type your first message.',
    noModels: 'No models available',
    noModelsHelp: 'Your group has no channels yet.',
    conversations: 'Conversations',
    newConversation: 'New conversation',
    deleteTitle: 'Delete the conversation "{{name}}"?',
    deleteConsequence: 'Its {{count}} messages exist only in this browser and cannot be restored.',
    delete: 'Delete conversation',
    deleteConversation: 'Delete conversation "{{name}}"',
    notKept:
      'This conversation could not be saved in the browser. It will be lost when you reload.',
    untitled: 'New conversation',
    firstToken: 'First token {{time}}',
    costPending: 'Calculating cost…',
    stopped: 'Stopped',
    retry: 'Regenerate',
    thread: 'Messages',
    toNewest: 'Scroll to the newest message',
    version: 'Version {{number}} of {{count}}',
    versionBefore: 'Previous version',
    versionAfter: 'Next version',
    question: 'Question',
    edit: 'Edit question',
    askAgain: 'Send',
    thinking: 'Thinking…',
    thoughtFor: 'Thought for {{time}}',
    code: 'Code',
    copyCode: 'Copy',
    copy: 'Answer',
  },
}

/** With a number, for the number one: Chinese knows no difference. By the key of the others. */
export const one = {
  'playground.deleteConsequence':
    'Its {{count}} message is kept in this browser alone and cannot be restored.',
}
