import { listUpstreamModels } from '../list-upstream-models.ts'
import { changeChannelModels, compareChannelModels } from './channel-models.ts'
import { refreshChannelBalance } from './refresh-channel-balance.ts'

/** Calls that ask the supplier of a channel. */
export const supplierHandlers = {
  listUpstreamModels,
  refreshChannelBalance,
  compareChannelModels,
  changeChannelModels,
}
