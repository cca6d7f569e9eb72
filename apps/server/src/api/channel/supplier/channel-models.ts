import { modelsMax } from '@posthouse/contract/channel-input'
import { Refusal } from '@posthouse/contract/refusal'
import { channelFrom, listFrom } from '../../../domain/channels/channel-store.ts'
import { modelDifference } from '../../../domain/channels/model-difference.ts'
import type { Handler } from '../../call.ts'
import { refusedFields } from '../../refused-fields.ts'
import { channelOut } from '../channel-out.ts'
import { listedModels } from '../list-upstream-models.ts'
import { storedChannel } from '../stored-channel.ts'

export const compareChannelModels: Handler<'compareChannelModels'> = async ({ params }, call) => {
  const stored = await storedChannel(params.id, call)
  const channel = channelFrom(stored)
  const listed = await listedModels(channel, call)
  const { added, gone, same } = modelDifference(channel, listed)
  const { prices } = call.parts.snapshot.get()
  return {
    version: Number(stored.row.version),
    listed: listed.length,
    added: [...added],
    gone: [...gone],
    same,
    unpriced: added.filter((model) => prices.match(model) === null),
  }
}

export const changeChannelModels: Handler<'changeChannelModels'> = async (
  { params, body },
  call,
) => {
  const { parts, language } = call
  const { row } = await storedChannel(params.id, call)
  if (Number(row.version) !== body.version) throw new Refusal('channel.changed', {})
  const removed = new Set(body.remove)
  const kept = listFrom(row.models).filter((model) => !removed.has(model))
  const models = [...new Set([...kept, ...body.add])]
  if (models.length === 0) throw refusedFields({ models: 'channel.models' }, language)
  if (models.length > modelsMax) throw new Refusal('channel.many-models', { limit: modelsMax })
  await parts.snapshot.change(async (transaction) => {
    // Every change of a channel waits for the revision: none comes between this and the write.
    const now = await transaction
      .selectFrom('channels')
      .where('id', '=', row.id)
      .where('deleted_at', 'is', null)
      .select('version')
      .executeTakeFirst()
    if (now?.version !== row.version) throw new Refusal('channel.changed', {})
    await parts.channels.update(transaction, row.id, { models }, parts.clock.now())
  })
  return channelOut(await storedChannel(params.id, call), parts)
}
