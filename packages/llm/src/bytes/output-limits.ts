/** Names of a limit of the output in other servers (Hugging Face, Ollama, llama.cpp, Anthropic of old), and in the dialects. */
export const limitNames = [
  'max_completion_tokens',
  'max_tokens',
  'max_output_tokens',
  'max_new_tokens',
  'max_tokens_to_sample',
  'max_gen_len',
  'max_length',
  'num_predict',
  'n_predict',
] as const

/** The names of a limit beside a dialect's own. */
export const limitsBeside = (...own: readonly (typeof limitNames)[number][]): readonly string[] =>
  limitNames.filter((name) => !own.includes(name))
