import type { texts as zh } from '../../zh/channels/keys.ts'

export const texts: typeof zh = {
  channelKey: {
    title: 'Keys',
    views: 'Views of the channel',
    facts: 'Overview',
    help: 'Requests are spread over the enabled keys. Keys are not shown again after you save them.',
    add: 'Add keys',
    addTitle: 'Add keys to "{{name}}"',
    addHelp: 'One key per line. The keys that the channel already has stay as they are.',
    keys: 'New keys',
    added: 'Added {{count}} keys',
    known: '{{count}} were already there',
    malformed: '{{count}} are malformed and were not added',
    testOf: 'Test key {{preview}}',
    enableOf: 'Enable key {{preview}}',
    disableOf: 'Disable key {{preview}}',
    deleteOf: 'Delete key {{preview}}',
    delete: 'Delete key',
    deleteTitle: 'Delete key {{preview}} of "{{name}}"?',
    deleteConsequence:
      'This cannot be undone. Running tasks that depend on the key cannot continue.',
    deleted: 'Deleted key {{preview}}',
    enabled: 'Enabled key {{preview}}',
    disabled: 'Disabled key {{preview}}',
    failedAt: 'Disabled by failures on {{time}}: {{reason}}',
    testPassed: 'Test passed: {{model}}, {{time}} s',
    testing: 'Testing…',
    removeFailed: 'Remove keys disabled by failures',
    removeFailedTitle: 'Remove {{count}} keys of "{{name}}" that failures disabled?',
    removeFailedAction: 'Remove {{count}} keys',
    removedFailed: 'Removed {{count}} keys',
    none: 'This channel has no keys.',
  },
}

/** With a number, for the number one: Chinese knows no difference. By the key of the others. */
export const one = {
  'channelKey.added': 'Added {{count}} key',
  'channelKey.known': '{{count}} was already there',
  'channelKey.malformed': '{{count}} is malformed and was not added',
  'channelKey.removeFailedTitle': 'Remove {{count}} key of "{{name}}" that failures disabled?',
  'channelKey.removeFailedAction': 'Remove {{count}} key',
  'channelKey.removedFailed': 'Removed {{count}} key',
}
