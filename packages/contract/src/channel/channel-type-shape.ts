import type { ChannelTypeNumber } from './channel-type-numbers.ts'

export type ChannelType = {
  readonly number: ChannelTypeNumber
  readonly name: string
  /** Other names by which it is found in the list of types, in either language. */
  readonly aliases?: string
  /** Pre-filled in the form. Empty: the administrator must give one. */
  readonly baseUrl: string
  /** Whether the supplier can list its models. */
  readonly listsModels: boolean
  /** Models that "fill models of this type" puts in. */
  readonly models: readonly string[]
  /** Where its keys are made, or its console. */
  readonly site: string
  /** Whose mark stands before the name; null: ours. */
  readonly logo: SupplierLogo | null
}

export type SupplierLogo =
  | 'ai360'
  | 'anthropic'
  | 'azure'
  | 'baichuan'
  | 'baidu'
  | 'bedrock'
  | 'cerebras'
  | 'cloudflare'
  | 'cohere'
  | 'databricks'
  | 'deepinfra'
  | 'deepseek'
  | 'fireworks'
  | 'gemini'
  | 'groq'
  | 'huggingface'
  | 'hunyuan'
  | 'jina'
  | 'lmstudio'
  | 'minimax'
  | 'mistral'
  | 'moonshot'
  | 'novita'
  | 'nvidia'
  | 'ollama'
  | 'openai'
  | 'openrouter'
  | 'perplexity'
  | 'qwen'
  | 'sambanova'
  | 'siliconflow'
  | 'spark'
  | 'stepfun'
  | 'together'
  | 'vercel'
  | 'vertex'
  | 'vllm'
  | 'volcengine'
  | 'elevenlabs'
  | 'kling'
  | 'voyage'
  | 'xai'
  | 'yi'
  | 'zhipu'
