import { errorText } from '@posthouse/contract/errors'
import { Refusal } from '@posthouse/contract/refusal'
import type { Channel } from '../../domain/channels/channel.ts'
import { listModels } from '../../upstream/list-models.ts'
import type { Handler, SignedCall } from '../call.ts'
import { probeParts } from './probe-parts.ts'
import { unsavedChannel } from './unsaved-channel.ts'

export const listUpstreamModels: Handler<'listUpstreamModels'> = async ({ body }, call) => [
  ...(await listedModels(await unsavedChannel(body, call), call)),
]

/** What the supplier lists. Throws what it said instead, masked. */
export async function listedModels(channel: Channel, call: SignedCall): Promise<readonly string[]> {
  const listing = await listModels(channel, probeParts(call.parts))
  if (listing.ok) return listing.models
  const { message, suspect } = listing
  const text = errorText('channel.models-not-listed', { message }, call.language)
  throw new Refusal(
    'channel.models-not-listed',
    { message },
    { fields: suspect === null ? {} : { [suspect]: text } },
  )
}
