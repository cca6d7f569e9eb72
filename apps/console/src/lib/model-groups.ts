/** Beginnings of model names, and whose they are. A prefix with a slash names its supplier itself. */
const families: readonly (readonly [RegExp, string])[] = [
  [/^(gpt|o\d|chatgpt|text-embedding|tts|whisper|dall-e|sora|codex|omni)/i, 'OpenAI'],
  [/^claude/i, 'Anthropic'],
  [/^(gemini|gemma|imagen|veo|learnlm)/i, 'Google'],
  [/^deepseek/i, 'DeepSeek'],
  [/^(qwen|qwq|wan)/i, 'Qwen'],
  [/^(moonshot|kimi)/i, 'Moonshot'],
  [/^(glm|chatglm|cogview)/i, 'Zhipu'],
  [/^(mistral|mixtral|ministral|codestral|pixtral|magistral)/i, 'Mistral'],
  [/^grok/i, 'xAI'],
  [/^(llama|meta-llama)/i, 'Meta'],
  [/^(command|rerank|embed-)/i, 'Cohere'],
  [/^(doubao|seed)/i, 'ByteDance'],
  [/^(minimax|abab)/i, 'MiniMax'],
]

export type ModelGroup = {
  /** Whose models these are; empty for those of nobody known. */
  readonly supplier: string
  readonly models: readonly string[]
}

/** Models by supplier, suppliers by name, the unknown ones last. Order within a group is the list's. */
export function modelGroups(models: readonly string[]): readonly ModelGroup[] {
  const groups = Map.groupBy(models, supplierOf)
  return [...groups]
    .map(([supplier, members]) => ({ supplier, models: members }))
    .toSorted((one, other) =>
      one.supplier === '' || other.supplier === ''
        ? other.supplier.length - one.supplier.length
        : one.supplier.localeCompare(other.supplier),
    )
}

function supplierOf(model: string): string {
  const slash = model.indexOf('/')
  if (slash > 0) return model.slice(0, slash)
  return families.find(([pattern]) => pattern.test(model))?.[1] ?? ''
}

/** Names out of a pasted text: lines, commas, semicolons, spaces, quotes and brackets around them. */
export function pastedModels(text: string): readonly string[] {
  const names = text.split(/[\s,，;；"'“”[\]]+/).filter((name) => name !== '')
  return [...new Set(names)]
}
