import { errorText } from '@posthouse/contract/errors'
import { Refusal } from '@posthouse/contract/refusal'
import { listModels } from '../../upstream/list-models.ts'
import type { Handler } from '../call.ts'
import { probeParts } from './probe-parts.ts'
import { unsavedChannel } from './unsaved-channel.ts'

export const listUpstreamModels: Handler<'listUpstreamModels'> = async ({ body }, call) => {
  const listing = await listModels(await unsavedChannel(body, call), probeParts(call.parts))
  if (listing.ok) return [...listing.models]
  const { message, suspect } = listing
  const text = errorText('channel.models-not-listed', { message }, call.language)
  throw new Refusal(
    'channel.models-not-listed',
    { message },
    { fields: suspect === null ? {} : { [suspect]: text } },
  )
}
