import { bedrockType, vertexType } from './channel-type-numbers.ts'
import type { ChannelType } from './channel-type-shape.ts'
import { compatibleTypes } from './compatible-types.ts'

export type { ChannelType, SupplierLogo } from './channel-type-shape.ts'

const firstTypes: readonly ChannelType[] = [
  {
    number: 1,
    name: 'OpenAI',
    baseUrl: 'https://api.openai.com',
    listsModels: true,
    models: [
      'gpt-6-astra',
      'gpt-6.2-sol',
      'gpt-6.1-terra',
      'gpt-6-luna',
      'gpt-5.5',
      'gpt-5.4',
      'gpt-5.4-mini',
      'text-embedding-3-small',
      'text-embedding-3-large',
    ],
    site: 'https://platform.openai.com',
    logo: 'openai',
  },
  {
    number: 3,
    name: 'Azure OpenAI',
    baseUrl: '',
    listsModels: true,
    models: [],
    site: 'https://ai.azure.com',
    logo: 'azure',
  },
  {
    number: 8,
    name: 'OpenAI compatible',
    baseUrl: '',
    listsModels: true,
    models: [],
    site: '',
    logo: 'openai',
  },
  {
    number: 14,
    name: 'Anthropic',
    baseUrl: 'https://api.anthropic.com',
    listsModels: true,
    models: ['claude-fable-5-2', 'claude-opus-5-5', 'claude-sonnet-5-5', 'claude-haiku-5-5'],
    site: 'https://platform.claude.com',
    logo: 'anthropic',
  },
  {
    number: 20,
    name: 'OpenRouter',
    baseUrl: 'https://openrouter.ai/api',
    listsModels: true,
    models: [],
    site: 'https://openrouter.ai',
    logo: 'openrouter',
  },
  {
    number: 25,
    name: 'Gemini',
    baseUrl: 'https://generativelanguage.googleapis.com',
    listsModels: true,
    models: ['gemini-3.1-pro-preview', 'gemini-3.8-flash', 'gemini-3.5-flash-lite'],
    site: 'https://aistudio.google.com',
    logo: 'gemini',
  },
  {
    number: 28,
    name: 'DeepSeek',
    baseUrl: 'https://api.deepseek.com',
    listsModels: true,
    models: ['deepseek-flash', 'deepseek-v4-pro'],
    site: 'https://platform.deepseek.com',
    logo: 'deepseek',
  },
  {
    number: 29,
    name: 'Moonshot',
    baseUrl: 'https://api.moonshot.cn',
    listsModels: true,
    models: [],
    site: 'https://platform.moonshot.cn',
    logo: 'moonshot',
  },
  {
    number: 30,
    name: 'Mistral',
    baseUrl: 'https://api.mistral.ai',
    listsModels: true,
    models: [],
    site: 'https://console.mistral.ai',
    logo: 'mistral',
  },
  {
    number: 31,
    name: 'Groq',
    baseUrl: 'https://api.groq.com/openai',
    listsModels: true,
    models: [],
    site: 'https://console.groq.com',
    logo: 'groq',
  },
  {
    number: bedrockType,
    name: 'Amazon Bedrock',
    baseUrl: 'https://bedrock-runtime.us-east-1.amazonaws.com',
    listsModels: true,
    models: [],
    site: 'https://aws.amazon.com/bedrock',
    logo: 'bedrock',
  },
  {
    number: 39,
    name: 'Ollama',
    baseUrl: 'http://127.0.0.1:11434',
    listsModels: true,
    models: [],
    site: 'https://ollama.com',
    logo: 'ollama',
  },
  {
    number: vertexType,
    name: 'Vertex AI',
    aliases: 'Google Cloud GCP',
    baseUrl: 'https://aiplatform.googleapis.com',
    listsModels: false,
    models: ['gemini-3.1-pro-preview', 'gemini-3.8-flash', 'claude-opus-5-5', 'claude-sonnet-5-5'],
    site: 'https://console.cloud.google.com/iam-admin/serviceaccounts',
    logo: 'vertex',
  },
  {
    number: 45,
    name: 'SiliconFlow',
    baseUrl: 'https://api.siliconflow.cn',
    listsModels: true,
    models: [],
    site: 'https://siliconflow.cn',
    logo: 'siliconflow',
  },
  {
    number: 55,
    name: 'Azure OpenAI v1',
    baseUrl: '',
    listsModels: true,
    models: [],
    site: 'https://ai.azure.com',
    logo: 'azure',
  },
  {
    number: 53,
    name: 'Kling AI',
    aliases: '可灵 video Kuaishou',
    baseUrl: 'https://api-singapore.klingai.com',
    listsModels: false,
    models: [],
    site: 'https://app.klingai.com/global/dev/api-key',
    logo: 'kling',
  },
  {
    number: 56,
    name: 'xAI',
    baseUrl: 'https://api.x.ai',
    listsModels: true,
    models: [],
    site: 'https://console.x.ai',
    logo: 'xai',
  },
  {
    number: 900,
    name: 'Sandbox',
    baseUrl: 'sandbox://local',
    listsModels: true,
    models: ['sandbox/chat', 'sandbox/chat-mini', 'sandbox/reasoner', 'sandbox/embedding'],
    site: '',
    logo: null,
  },
  {
    number: 901,
    name: 'Anthropic compatible',
    baseUrl: '',
    listsModels: true,
    models: [],
    site: '',
    logo: 'anthropic',
  },
  {
    number: 902,
    name: 'Gemini compatible',
    baseUrl: '',
    listsModels: true,
    models: [],
    site: '',
    logo: 'gemini',
  },
]

/**
 * Suppliers that a channel can be of. Numbers are the product family's, so that databases can be
 * imported; ours begin at 900.
 */
export const channelTypes: readonly ChannelType[] = [...firstTypes, ...compatibleTypes].toSorted(
  (one, other) => one.number - other.number,
)

/** Those whose `other` is the version of an API of Azure. */
export const azureTypes: readonly number[] = [3, 55]

export const channelTypeOf = (number: number): ChannelType | undefined =>
  channelTypes.find((type) => type.number === number)
