/** What a change of keys makes old. */
export const keyWriting = {
  changes: ['listChannelKeys', 'listChannels', 'getChannel', 'getReadiness'],
  quiet: true,
} as const
