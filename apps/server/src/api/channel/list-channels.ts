import type { Handler } from '../call.ts'
import { channelOut } from './channel-out.ts'

export const listChannels: Handler<'listChannels'> = async ({ query }, { parts }) => {
  const { channels, total } = await parts.channels.list(query)
  return {
    data: channels.map((channel) => channelOut(channel, parts)),
    page: query.page,
    size: query.size,
    total_count: total,
  }
}
