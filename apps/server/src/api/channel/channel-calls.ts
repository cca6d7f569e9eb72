import type { ChannelBulkChange } from '@posthouse/contract/channel-input'
import { columnsOf } from '../../domain/channels/channel-columns.ts'
import { channels } from '../../domain/channels/channel-noun.ts'
import type { Handler } from '../call.ts'
import { changeManyOf, deleteManyOf, deleteOf, getOf, listOf } from '../noun/calls-of.ts'
import { exportOf } from '../noun/export-of.ts'
import { channelColumns } from './channel-columns.ts'
import { channelsOut } from './channel-out.ts'
import { requireGroups } from './require-groups.ts'

/* What follows from the noun. Every other call of channels is a file of its own. */

export const listChannels: Handler<'listChannels'> = listOf(channels, channelsOut)

export const getChannel: Handler<'getChannel'> = getOf(channels, channelsOut)

export const exportChannels: Handler<'exportChannels'> = exportOf(channels, channelColumns)

export const changeChannels: Handler<'changeChannels'> = changeManyOf(
  channels,
  (change: ChannelBulkChange, call) => {
    requireGroups(change.group ?? [], call)
    return columnsOf(change)
  },
)

export const deleteChannel: Handler<'deleteChannel'> = deleteOf(channels)

export const deleteChannels: Handler<'deleteChannels'> = deleteManyOf(channels)
