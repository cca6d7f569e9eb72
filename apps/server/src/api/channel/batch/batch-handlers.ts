import { changeAzureVersion, listAzureChannels } from './azure-version.ts'
import { deleteChannelsModel, listChannelsOffering } from './delete-model.ts'
import { deleteDisabledChannels } from './delete-disabled.ts'

export const channelBatchHandlers = {
  listAzureChannels,
  changeAzureVersion,
  listChannelsOffering,
  deleteChannelsModel,
  deleteDisabledChannels,
}
