import { Refusal } from '@posthouse/contract/refusal'
import { listModels } from '../../upstream/list-models.ts'
import type { Handler } from '../call.ts'
import { probeParts } from './probe-parts.ts'
import { unsavedChannel } from './unsaved-channel.ts'

export const listUpstreamModels: Handler<'listUpstreamModels'> = async ({ body }, call) => {
  const listing = await listModels(await unsavedChannel(body, call), probeParts(call.parts))
  if (!listing.ok) throw new Refusal('channel.models-not-listed', { message: listing.message })
  return [...listing.models]
}
