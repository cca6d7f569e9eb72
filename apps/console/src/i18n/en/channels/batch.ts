import type { texts as zh } from '../../zh/channels/batch.ts'

/** What is done to many channels that have one thing in common. */
export const texts: typeof zh = {
  batch: {
    title: 'Batch changes',
    azure: 'Azure version',
    current: 'Current version',
    versionCount: '{{version}} ({{count}} channels)',
    defaultVersion: 'Default version',
    newVersion: 'New version',
    newVersionHelp: 'For example 2025-04-01-preview',
    noAzure: 'There are no Azure channels.',
    change: 'Change {{count}} channels',
    changed: 'Changed the version of {{count}} channels',
    model: 'Delete a model',
    modelName: 'Model name',
    modelHelp: 'The full name, as it is in the model list.',
    find: 'Find channels',
    noneOffer: 'No channel has "{{model}}" in its model list.',
    onlyModel: 'Its only model. Delete the channel instead.',
    others: '{{count}} other models',
    mappingStays: 'Model mappings stay. A test model of this name is cleared.',
    deleteModel: 'Delete from {{count}} channels',
    deletedModel: 'Deleted {{model}} from {{count}} channels',
    all: 'Select all',
    channels: 'Channels',
    fewer: '{{count}} channels no longer matched and were left unchanged',
  },
  deleteDisabled: {
    open: 'Delete disabled channels',
    title: 'Delete {{count}} disabled channels?',
    nothingTitle: 'Delete disabled channels',
    manual: 'Disabled manually ({{count}})',
    automatic: 'Disabled automatically ({{count}})',
    consequence: 'Their keys are deleted too. This cannot be undone.',
    more: 'and {{count}} more',
    none: 'No disabled channels are selected.',
    action: 'Delete {{count}} channels',
    done: 'Deleted {{count}} channels',
  },
}

/** With a number, for the number one: Chinese knows no difference. By the key of the others. */
export const one = {
  'batch.versionCount': '{{version}} ({{count}} channel)',
  'batch.change': 'Change {{count}} channel',
  'batch.changed': 'Changed the version of {{count}} channel',
  'batch.others': '{{count}} other model',
  'batch.deleteModel': 'Delete from {{count}} channel',
  'batch.deletedModel': 'Deleted {{model}} from {{count}} channel',
  'batch.fewer': '{{count}} channel no longer matched and was left unchanged',
  'deleteDisabled.title': 'Delete {{count}} disabled channel?',
  'deleteDisabled.action': 'Delete {{count}} channel',
  'deleteDisabled.done': 'Deleted {{count}} channel',
}
