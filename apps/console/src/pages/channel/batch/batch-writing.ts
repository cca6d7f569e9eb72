import type { TFunction } from 'i18next'

/** What a change of many channels makes old. */
export const batchWriting = {
  changes: [
    'listChannels',
    'getChannel',
    'getReadiness',
    'listAzureChannels',
    'listChannelsOffering',
  ],
  quiet: true,
} as const

/** Of those that somebody else changed meanwhile. */
export const leftOver = (count: number, t: TFunction): string[] =>
  count === 0 ? [] : [t('batch.fewer', { count })]
