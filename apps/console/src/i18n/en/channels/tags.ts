import type { texts as Zh } from '../../zh/channels/tags.ts'

/** Tags of channels, and one channel per key. */
export const texts: typeof Zh = {
  channelTag: {
    views: 'Channels and tags',
    channelsView: 'Channels',
    tagsView: 'Tags',
    lead: 'Channels with the same tag can be enabled, disabled, changed and deleted together.',
    search: 'Search by tag',
    emptyTitle: 'No tags yet',
    empty:
      'Enter a tag in the form of a channel. Channels with the same tag are put together here.',
    channels: 'Channels',
    enabledOf: '{{enabled}} of {{count}} enabled',
    suppliers: 'Suppliers',
    itsChannels: 'Show channels',
    modelsOf: 'Show the {{count}} models of "{{tag}}"',
    copyAll: 'Copy all',
    copyModel: 'Copy {{model}}',
    modelNames: 'Model names',
    enableAll: 'Enable all',
    disableAll: 'Disable all',
    disableTitle: 'Disable {{count}} channels with the tag "{{tag}}"?',
    disableConsequence: 'They stop serving requests until you enable them again.',
    disableAction: 'Disable {{count}} channels',
    untag: 'Remove the tag',
    deleteAll: 'Delete all',
    deleteTitle: 'Delete {{count}} channels with the tag "{{tag}}"?',
    edit: 'Edit all channels',
    editTitle: 'Edit all channels with the tag "{{tag}}"',
    editHelp: 'Only the fields that you tick are changed.',
    noneTicked: 'Tick at least one field.',
    changed: 'Changed {{what}}',
    tagged: 'With or without a tag',
    withTag: 'With a tag',
    withoutTag: 'Without a tag',
    onePerKey: 'Create several channels',
    onePerKeyHelp: 'One channel for each key, named "name", "name_2", and so on.',
    moreUrls: 'Base URLs of the other channels',
    moreUrlsHelp:
      'One per line. The first line belongs to the second key, and so on. Keys without a line use the base URL above.',
    createMany: 'Create {{count}} channels',
    created: 'Created {{count}} channels',
  },
}

/** With a number, for the number one: Chinese knows no difference. By the key of the others. */
export const one = {
  'channelTag.modelsOf': 'Show the {{count}} model of "{{tag}}"',
  'channelTag.disableTitle': 'Disable {{count}} channel with the tag "{{tag}}"?',
  'channelTag.disableAction': 'Disable {{count}} channel',
  'channelTag.deleteTitle': 'Delete {{count}} channel with the tag "{{tag}}"?',
  'channelTag.createMany': 'Create {{count}} channel',
  'channelTag.created': 'Created {{count}} channel',
}
