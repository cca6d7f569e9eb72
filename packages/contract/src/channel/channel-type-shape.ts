import type { ChannelTypeNumber } from './channel-type-numbers.ts'

export type ChannelType = {
  readonly number: ChannelTypeNumber
  readonly name: string
  /** Other names, in either language, for the search in the list of types. */
  readonly aliases?: string
  /** The default in the form. When it is empty, the administrator must enter one. */
  readonly baseUrl: string
  readonly listsModels: boolean
  /** The models that "fill models of this type" adds. */
  readonly models: readonly string[]
  /** The page where keys are created, or the supplier's console. */
  readonly site: string
  /** The logo before the name. `null` for our own logo. */
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
