import type { Api } from '@posthouse/contract/api'
import { keysIn } from '@posthouse/contract/channel-keys'
import { sandboxType } from '@posthouse/contract/channel-type-numbers'
import type { CheckedInputOf } from '@posthouse/contract/endpoint'
import { channelFrom } from '../../domain/channels/channel-store.ts'
import { type Channel, parseMapping } from '../../domain/channels/channel.ts'
import type { SignedCall } from '../call.ts'
import { refusedFields } from '../refused-fields.ts'
import { requireSecretsForMove, withKeptSecrets } from './channel-secrets.ts'
import { requireAllowedAddresses } from './require-allowed-addresses.ts'
import { storedChannel } from './stored-channel.ts'

type Unsaved = CheckedInputOf<Api['probeChannel']>['body']

/** Builds a channel from a form. Secrets that the form does not have come from the stored channel. */
export async function unsavedChannel(given: Unsaved, call: SignedCall): Promise<Channel> {
  const { parts, language } = call
  requireAllowedAddresses(given, parts)
  const known = given.id === undefined ? null : await storedChannel(given.id, call)
  if (known !== null) requireSecretsForMove(given, known, call)
  const form = withKeptSecrets(given, known?.row ?? null, language)
  const keys = keysFor(form, known === null ? [] : channelFrom(known).keys)
  if (keys.length === 0 && form.type !== sandboxType) {
    throw refusedFields({ key: 'channel.key' }, language)
  }
  return {
    ...unnamed,
    ...fieldsOf(form),
    id: known?.row.id ?? unnamed.id,
    proxy: form.proxy,
    keys,
  }
}

/** Fields that a channel has only once it is saved. */
const unnamed = {
  id: 0n,
  name: '',
  enabled: true,
  groups: [],
  models: [],
  preCost: 1,
  hasResponses: null,
  priority: 0,
  weight: 1,
  costMillionths: null,
  costPrices: {},
} as const

const fieldsOf = (form: Unsaved) => ({
  type: form.type,
  models: form.models ?? [],
  baseUrl: form.base_url,
  other: form.other,
  testModel: form.test_model,
  mapping: parseMapping(form.model_mapping),
  headers: objectOr(form.model_headers),
  bodyParameters: objectOr(form.custom_parameter),
  plugin: objectOr(form.plugin),
  chatOnly: form.only_chat,
})

function keysFor(form: Unsaved, stored: Channel['keys']): Channel['keys'] {
  const typed = keysIn(form.key)
  if (typed.length > 0) {
    return typed.map((secret, index) => ({ id: BigInt(-index - 1), secret, enabled: true }))
  }
  return stored
}

const objectOr = (text: string) => (text.trim() === '' ? {} : JSON.parse(text))
