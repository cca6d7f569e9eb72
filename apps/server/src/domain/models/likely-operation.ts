import type { ModelFacts, ModelOperation } from '@posthouse/contract/model-facts'

/** What the names of models of a kind have in common. The first that fits counts: `bge-reranker` is no embedding. */
const names: readonly (readonly [ModelOperation, RegExp])[] = [
  ['rerank', /rerank/i],
  ['embed', /embed|(^|[/_-])(bge|gte|e5|m3e|voyage)-/i],
  ['moderate', /moderation|(^|[/_-])(llama-?guard|shieldgemma)/i],
  ['realtime', /realtime/i],
  ['transcribe', /whisper|transcri|(^|[/_-])(asr|stt)([/_-]|$)/i],
  ['speech', /(^|[/_-])tts([/_-]|$)|speech|cosyvoice/i],
  ['draw', /(^|[/_-])mj_/i],
  ['image', /dall-?e|image|(^|[/_-])(flux|sdxl|seedream|kolors)|stable-diffusion|midjourney/i],
  ['video', /(^|[/_-])(sora|veo|kling|hailuo|seedance)|[/_-]video/i],
  ['music', /(^|[/_-])(suno|lyria|music)/i],
]

/**
 * What a model is probably for: what is known of it, else what its name says, else chat. Only suggestions may use
 * this. A call is never refused because of a guess.
 */
export const likelyOperation = (model: string, { operation }: ModelFacts): ModelOperation =>
  operation ?? names.find(([, name]) => name.test(model))?.[0] ?? 'chat'
