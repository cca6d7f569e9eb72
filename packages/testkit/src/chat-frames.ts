/* A supplier's answers in OpenAI's chat format, as frames of a stream. */

type Fields = Readonly<Record<string, unknown>>

const head = (object: string): Fields => ({
  id: 'chatcmpl-mock',
  object,
  created: 1_700_000_000,
  model: 'mock',
})

export const frame = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`

const chunk = (delta: Fields, finish: string | null): string =>
  frame({
    ...head('chat.completion.chunk'),
    choices: [{ index: 0, delta, finish_reason: finish }],
  })

export const roleFrame = chunk({ role: 'assistant', content: '' }, null)
export const textFrame = (content: string): string => chunk({ content }, null)
export const stopFrame = chunk({}, 'stop')
export const doneFrame = 'data: [DONE]\n\n'

export const usageFrame = (usage: unknown): string =>
  frame({ ...head('chat.completion.chunk'), choices: [], usage })

export const usageOf = (input: number, output: number): Fields => ({
  prompt_tokens: input,
  completion_tokens: output,
  total_tokens: input + output,
})

export const chatAnswer = (content: string, usage?: unknown): Fields => ({
  ...head('chat.completion'),
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
  ...(usage === undefined ? {} : { usage }),
})

export const chatFrames = (texts: readonly string[], usage?: unknown): string[] => [
  roleFrame,
  ...texts.map(textFrame),
  stopFrame,
  ...(usage === undefined ? [] : [usageFrame(usage)]),
  doneFrame,
]
