import type { ChannelBulkChange } from '@posthouse/contract/channel-input'
import { columnsOf } from '../../domain/channels/channel-columns.ts'
import { type ChannelLine, channels } from '../../domain/channels/channel-noun.ts'
import { sealed } from '../../domain/channels/sealed-texts.ts'
import type { Handler, SignedCall } from '../call.ts'
import { changeManyOf, deleteManyOf, deleteOf, getOf, listOf } from '../noun/calls-of.ts'
import { exportOf } from '../noun/export-of.ts'
import { channelColumns } from './channel-columns.ts'
import { channelsOut } from './channel-out.ts'
import { withKeptSecrets } from './kept-secrets.ts'
import { requirePasswordForMove } from './many/bulk-secrets.ts'
import { requireAllowedAddresses } from './require-allowed-addresses.ts'
import { requireGroups } from '../group/require-groups.ts'

/* What follows from the noun. Every other call of channels is a file of its own. */

export const listChannels: Handler<'listChannels'> = (input, call) =>
  listOf(channels, (lines: readonly ChannelLine[], of: SignedCall) =>
    channelsOut(lines, of, { group: input.query.group, model: input.query.models }),
  )(input, call)

export const getChannel: Handler<'getChannel'> = getOf(channels, channelsOut)

export const exportChannels: Handler<'exportChannels'> = exportOf(channels, channelColumns)

export const changeChannels: Handler<'changeChannels'> = changeManyOf(
  channels,
  (change: ChannelBulkChange, call) => {
    requireGroups(change.group ?? [], call)
    requireAllowedAddresses({ proxy: change.proxy }, call.parts)
    withKeptSecrets(change, null, call.language)
    requirePasswordForMove(change, call)
    const { proxy: _, model_headers: __, custom_parameter: ___, ...open } = change
    return columnsOf(open)
  },
  ({ proxy, model_headers, custom_parameter }, { parts }) =>
    (id) =>
      sealed(id, { proxy, model_headers, custom_parameter }, parts.seal),
)

export const deleteChannel: Handler<'deleteChannel'> = deleteOf(channels)

export const deleteChannels: Handler<'deleteChannels'> = deleteManyOf(channels)
