import type { Api } from '@posthouse/contract/api'
import type { CheckedInputOf } from '@posthouse/contract/endpoint'
import { channelFrom } from '../../channels/channel-store.ts'
import type { Channel } from '../../channels/channel.ts'
import { parseMapping } from '../../channels/channel.ts'
import { channelTypeOf } from '@posthouse/contract/channel-type'
import type { ApiParts } from '../api-parts.ts'
import { hiddenPassword } from './channel-out.ts'
import { requireAllowedAddress } from './require-allowed-address.ts'
import { storedChannel } from './stored-channel.ts'

type Unsaved = CheckedInputOf<Api['probeChannel']>['body']

/** A channel made of the values of a form. What the form cannot know comes from the stored one. */
export async function unsavedChannel(form: Unsaved, parts: ApiParts): Promise<Channel> {
  requireAllowedAddress(form.base_url, parts)
  const stored =
    form.id === undefined ? null : channelFrom(await storedChannel(BigInt(form.id), parts))
  const typed = form.key
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  // A stored key is lent only to the address it was stored for: another one could be a trap for it.
  const lent = stored !== null && stored.baseUrl === form.base_url ? stored.keys : []
  return {
    id: stored?.id ?? 0n,
    name: form.name ?? '',
    type: form.type,
    dialect: channelTypeOf(form.type)?.dialect ?? 'openai-chat',
    enabled: true,
    groups: form.group ?? [],
    models: form.models ?? [],
    baseUrl: form.base_url,
    other: form.other,
    proxy: form.proxy.includes(hiddenPassword) ? (stored?.proxy ?? '') : form.proxy,
    testModel: form.test_model,
    mapping: parseMapping(form.model_mapping),
    headers: objectOr(form.model_headers),
    bodyParameters: objectOr(form.custom_parameter),
    plugin: objectOr(form.plugin),
    chatOnly: form.only_chat,
    preCost: 1,
    priority: form.priority,
    weight: form.weight,
    keys:
      typed.length > 0
        ? typed.map((secret, index) => ({ id: BigInt(-index - 1), secret, enabled: true }))
        : lent,
  }
}

const objectOr = (text: string) => (text.trim() === '' ? {} : JSON.parse(text))
