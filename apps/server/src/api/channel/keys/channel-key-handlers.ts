import { channelBatchHandlers } from '../batch/batch-handlers.ts'
import { copyChannel } from '../copy-channel.ts'
import { addChannelKeys } from './add-channel-keys.ts'
import { changeChannelKey } from './change-channel-key.ts'
import { deleteChannelKeys } from './delete-channel-keys.ts'
import { listChannelKeys } from './list-channel-keys.ts'
import { testChannelKey } from './test-channel-key.ts'

export const channelKeyHandlers = {
  ...channelBatchHandlers,
  copyChannel,
  listChannelKeys,
  addChannelKeys,
  changeChannelKey,
  deleteChannelKeys,
  testChannelKey,
}
