import type { ModelEvent } from '../../../canonical/event.ts'
import { type Fields, fieldsOf } from '../../../bytes/fields.ts'
import { tokensIn } from '../../../canonical/openai-logprobs.ts'

/** `choices[].logprobs`: https://platform.openai.com/docs/api-reference/chat/object */
export function logprobsOf(choice: Fields, answer: number): ModelEvent[] {
  const said = fieldsOf(choice['logprobs'])
  const tokens = [...tokensIn(said?.['content']), ...tokensIn(said?.['refusal'])]
  return tokens.length === 0 ? [] : [{ kind: 'logprobs', answer, tokens }]
}
