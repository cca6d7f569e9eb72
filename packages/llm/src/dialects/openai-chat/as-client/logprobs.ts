import type { ModelEvent } from '../../../event.ts'
import { type Fields, fieldsOf } from '../../../parts/fields.ts'
import { tokensIn } from '../../../parts/openai-logprobs.ts'

/** `choices[].logprobs`: https://platform.openai.com/docs/api-reference/chat/object */
export function logprobsOf(choice: Fields, answer: number): ModelEvent[] {
  const said = fieldsOf(choice['logprobs'])
  const tokens = [...tokensIn(said?.['content']), ...tokensIn(said?.['refusal'])]
  return tokens.length === 0 ? [] : [{ kind: 'logprobs', answer, tokens }]
}
