import type { SpokenDialect } from '../canonical/dialect.ts'
import type { Framing } from '../bytes/framings.ts'
import { awsEventStream } from '../bytes/aws-event-stream.ts'
import { sse } from '../bytes/sse.ts'
import { endpointOf } from '../bytes/endpoint.ts'
import { bedrockKey } from '../signers/bedrock-key.ts'
import { projectIn, serviceAccount } from '../signers/google-account.ts'
import { accountIn, bearer, headerKey, type Signer, unsigned } from '../signers/signer.ts'
import {
  azureDeployment,
  azureKept,
  azureModels,
  azureVersioned,
  azureVersionedModels,
} from './azure.ts'
import { bedrockModels, unversioned } from './bedrock.ts'
import { compatible } from './compatible.ts'
import { pathOf } from './path-of.ts'
import type { SupplierCall, Supplier } from './supplier.ts'
import { vertexFields, vertexPlace, vertexSpeaks } from './vertex.ts'

/** The beginning of a dialect's addresses at suppliers that keep to it: below a version, unless the base has one. */
const places: Readonly<Record<SpokenDialect, (call: SupplierCall) => URL>> = {
  'openai-chat': (call) => endpointOf(call.base, pathOf(call)),
  'openai-responses': (call) => endpointOf(call.base, pathOf(call)),
  'anthropic-messages': (call) => endpointOf(call.base, pathOf(call)),
  gemini: (call) => endpointOf(call.base, pathOf(call), call.other === '' ? 'v1beta' : call.other),
  'bedrock-converse': unversioned,
  cohere: (call) => endpointOf(call.base, pathOf(call), 'v2'),
  voyage: (call) => endpointOf(call.base, pathOf(call)),
  elevenlabs: (call) => endpointOf(call.base, pathOf(call)),
}

/** The place of their list of models: as many as a page may have. */
const lists: Readonly<Record<SpokenDialect, Supplier['lists']>> = {
  'openai-chat': ({ base }) => [endpointOf(base, '/models')],
  'openai-responses': ({ base }) => [endpointOf(base, '/models')],
  'anthropic-messages': ({ base }) => [endpointOf(base, '/models?limit=1000')],
  gemini: ({ base, other }) => [
    endpointOf(base, '/models?pageSize=1000', other === '' ? 'v1beta' : other),
  ],
  'bedrock-converse': bedrockModels,
  cohere: ({ base }) => [endpointOf(base, '/models?page_size=1000')],
  // They have none that could be called here.
  voyage: () => [],
  elevenlabs: () => [],
}

const usualPlace = (call: SupplierCall): URL => places[call.dialect](call)

const framings: Readonly<Record<SpokenDialect, Framing>> = {
  'openai-chat': sse,
  'openai-responses': sse,
  'anthropic-messages': sse,
  gemini: sse,
  'bedrock-converse': awsEventStream,
  cohere: sse,
  voyage: sse,
  elevenlabs: sse,
}

const sounds = ['speech', 'transcribe', 'translate'] as const
const usualOperations = [
  'chat',
  'completions',
  'embed',
  'image',
  'edit',
  'vary',
  'moderate',
  'rerank',
  ...sounds,
] as const

type SupplierOverrides = Partial<Omit<Supplier, 'name' | 'speaks'>>

const supplier = (
  name: string,
  speaks: Supplier['speaks'],
  differences: SupplierOverrides = {},
): Supplier => ({
  name,
  speaks,
  operations: usualOperations,
  fetches: fetches[speaks[0]],
  signer: signers[speaks[0]],
  accountIn,
  headers: {},
  fields: {},
  quirks: [],
  place: usualPlace,
  framing: (dialect) => framings[dialect],
  lists: lists[speaks[0]],
  kept: null,
  ...differences,
})

const fetches: Readonly<Record<SpokenDialect, Supplier['fetches']>> = {
  'openai-chat': ['image'],
  'openai-responses': ['image', 'file'],
  'anthropic-messages': ['image', 'file'],
  gemini: [],
  'bedrock-converse': [],
  cohere: [],
  voyage: [],
  elevenlabs: [],
}

const signers: Readonly<Record<SpokenDialect, Signer>> = {
  'openai-chat': bearer,
  'openai-responses': bearer,
  'anthropic-messages': headerKey('x-api-key'),
  gemini: headerKey('x-goog-api-key'),
  'bedrock-converse': bedrockKey,
  cohere: bearer,
  voyage: bearer,
  elevenlabs: headerKey('xi-api-key'),
}

/** https://platform.claude.com/docs/en/api/versioning; a client that names another version wins. */
const anthropicHeaders = { 'anthropic-version': '2023-06-01' } as const

const everything = [
  'chat',
  'completions',
  'embed',
  'image',
  'edit',
  'vary',
  'moderate',
  ...sounds,
  'count',
] as const
const chatAndVectors = { operations: ['chat', 'embed'] } as const
const chatAndCounts = { operations: ['chat', 'count'] } as const
const gemini = {
  operations: ['chat', 'embed', 'image', 'edit', 'speech', 'count', 'video'],
} as const

const compatibleSuppliers = Object.entries(compatible).map(
  ([type, { name, speaks, ...differences }]) =>
    [type, supplier(name, speaks ?? ['openai-chat'], differences)] as const,
)

/** Of a server of which only the dialect is known. */
const unknownServer = ['original-fields', 'no-effort'] as const

const openAi = supplier('OpenAI', ['openai-responses', 'openai-chat'], {
  // https://platform.openai.com/docs/guides/conversation-state: for 30 days.
  kept: ({ base, path }) => endpointOf(base, `/responses${path}`),
  quirks: ['completion-tokens-only', 'forty-character-call-ids'],
  operations: [...everything, 'video'],
})
const openAiCompatible = supplier('OpenAI compatible', ['openai-chat'], {
  quirks: unknownServer,
  operations: [...usualOperations, 'video'],
})

/** By channel type number. A new supplier is a row, in `compatible.ts` where it keeps to one of OpenAI's dialects. */
const suppliers: Readonly<Record<number, Supplier>> = {
  ...Object.fromEntries(compatibleSuppliers),
  // Responses first: the reasoning of a model survives a turn there, and chat completions lose it.
  1: openAi,
  3: supplier('Azure OpenAI', ['openai-chat'], {
    signer: headerKey('api-key'),
    place: azureDeployment,
    lists: (call) => [azureModels(call)],
    quirks: ['completion-tokens-only', 'forty-character-call-ids'],
  }),
  8: openAiCompatible,
  14: supplier('Anthropic', ['anthropic-messages'], {
    headers: anthropicHeaders,
    ...chatAndCounts,
  }),
  20: supplier('OpenRouter', ['openai-chat', 'anthropic-messages', 'openai-responses'], {
    headers: { 'x-title': 'Posthouse' },
    quirks: ['forty-character-call-ids'],
  }),
  25: supplier('Gemini', ['gemini'], gemini),
  28: supplier('DeepSeek', ['openai-chat', 'anthropic-messages'], {
    quirks: ['max-tokens-only', 'no-developer-role', 'reasoning-comes-back'],
    place: (call) =>
      call.dialect === 'anthropic-messages'
        ? endpointOf(`${call.base.replace(/\/+$/, '')}/anthropic`, '/messages')
        : usualPlace(call),
  }),
  29: supplier('Moonshot', ['openai-chat'], {
    quirks: ['max-tokens-only', 'no-developer-role', 'reasoning-comes-back'],
  }),
  // Its completions fill gaps, at an address of their own: https://docs.mistral.ai/api
  30: supplier('Mistral', ['openai-chat'], {
    quirks: [
      'max-tokens-only',
      'no-stream-options',
      'no-developer-role',
      'nine-character-call-ids',
      'no-foreign-fields',
      'random-seed',
      'high-effort-or-none',
    ],
    ...chatAndVectors,
  }),
  31: supplier('Groq', ['openai-chat'], { quirks: ['no-logprobs', 'no-message-names'] }),
  32: supplier('Amazon Bedrock', ['bedrock-converse'], { operations: ['chat'] }),
  // The server of midjourney-proxy and of those that keep to its paths.
  34: supplier('Midjourney', ['openai-chat'], {
    signer: headerKey('mj-api-secret'),
    operations: ['draw'],
    lists: () => [],
  }),
  41: supplier('Suno', ['openai-chat'], { operations: ['music'], lists: () => [] }),
  39: supplier('Ollama', ['openai-chat'], {
    quirks: ['max-tokens-only', ...unknownServer],
    fetches: [],
  }),
  42: supplier('Vertex AI', ['gemini', 'anthropic-messages'], {
    speaksFor: vertexSpeaks,
    operations: ['chat', 'image', 'count'],
    signer: bearer,
    exchange: serviceAccount,
    accountIn: projectIn,
    fieldsIn: vertexFields,
    place: vertexPlace,
    // It lists its whole catalogue, and not what a project may call.
    lists: () => [],
  }),
  45: supplier('SiliconFlow', ['openai-chat'], {
    quirks: ['max-tokens-only', 'no-developer-role'],
  }),
  55: supplier('Azure OpenAI v1', ['openai-responses', 'openai-chat'], {
    signer: headerKey('api-key'),
    place: azureVersioned,
    lists: (call) => [azureVersionedModels(call)],
    quirks: ['completion-tokens-only', 'forty-character-call-ids'],
    kept: azureKept,
  }),
  56: supplier('xAI', ['openai-chat'], { quirks: ['no-penalties-while-thinking'] }),
  900: supplier('Sandbox', ['openai-chat', 'openai-responses', 'anthropic-messages', 'gemini'], {
    signer: unsigned,
    operations: [...everything, 'rerank', 'video', 'draw', 'music'],
  }),
  901: supplier('Anthropic compatible', ['anthropic-messages'], {
    headers: anthropicHeaders,
    ...chatAndCounts,
  }),
  902: supplier('Gemini compatible', ['gemini'], gemini),
}

const anySupplier = supplier('unknown', ['openai-chat'], { quirks: unknownServer })

/** Channel types that have a supplier of their own. */
export const supplierTypes: readonly number[] = Object.keys(suppliers).map(Number)

export const supplierOf = (channelType: number): Supplier => suppliers[channelType] ?? anySupplier

const chatAlone = { speaks: ['openai-chat'] } as const
const foreignOpenAi = { ...openAiCompatible, name: 'OpenAI' }

const openAiAt = {
  own: { whole: openAi, withoutResponses: { ...openAi, ...chatAlone } },
  foreign: {
    // Chat first: a reseller may have Responses for some of its models only.
    whole: { ...foreignOpenAi, speaks: ['openai-chat', 'openai-responses'], keepsUnasked: true },
    withoutResponses: foreignOpenAi,
  },
} as const satisfies Record<string, Record<string, Supplier>>

/** The supplier behind an address of the channel type OpenAI. Addresses that are not OpenAI's own are compatible servers. */
export function openAiBehind(address: {
  readonly isOwn: boolean
  /** `null` when the address was not tried. */
  readonly hasResponses: boolean | null
}): Supplier {
  const { whole, withoutResponses } = address.isOwn ? openAiAt.own : openAiAt.foreign
  return (address.hasResponses ?? address.isOwn) ? whole : withoutResponses
}
