import { channelKeyHandlers } from '../keys/channel-key-handlers.ts'
import { createChannels } from './create-channels.ts'
import { getChannelTag, listChannelTags } from './channel-tag-calls.ts'

/** Handlers of the calls about several channels, and about the keys of one. */
export const channelManyHandlers = {
  ...channelKeyHandlers,
  createChannels,
  listChannelTags,
  getChannelTag,
}
