import { dialects } from '@posthouse/llm/dialects'
import { fieldsOf, textOf } from '@posthouse/llm/parts/fields'
import { usageIn } from '@posthouse/llm/protocols/openai-chat/usage'
import type { Channel } from '../../channels/channel.ts'
import { emptyAnswer, failureInAnswer, noJson } from '../../upstream/attempt-failure.ts'
import type { AnswerPassage, WholeAnswer } from './answer.ts'
import type { Reported } from '../exchange.ts'
import { checked, lengthOf, type PassageWork } from './passage.ts'
import { jsonOf, textsIn, tierInTail, usageInTail } from './scan.ts'

type Answered = Extract<WholeAnswer, { readonly body: Buffer }>

/** JSON up to this is parsed here; longer text would hold the event loop up. */
const parsedBytesMax = 1024 * 1024

/** OpenAI's answers with `choices` or `data`: the client gets the bytes as they came. */
export const openAiAnswer = (channel: Channel, work: PassageWork): AnswerPassage => ({
  read: async (body) => {
    if (body.length === 0) return { failure: emptyAnswer }
    if (body.length > parsedBytesMax) {
      return looksLikeObject(body) ? asItCame(body, reportInTail(body), work) : { failure: noJson }
    }
    const text = body.toString('utf8')
    const fields = fieldsOf(jsonOf(text))
    if (fields === null) return { failure: noJson }
    if ((fields['error'] ?? null) !== null) return { failure: failureInAnswer(text, channel) }
    if (work.see !== undefined) {
      for (const event of dialects['openai-chat'].asClient.answer(fields)) work.see(event)
    }
    const answers = fields['choices'] ?? fields['data']
    if (!Array.isArray(answers) || answers.length === 0) return { failure: emptyAnswer }
    const usage = withTier(usageIn(fields), textOf(fields['service_tier']))
    const isEmpty = (): boolean => Array.isArray(fields['choices']) && answers.every(saysNothing)
    return { ...asItCame(body, usage, work), isEmpty }
  },
  usageInTail: (tail) => {
    const reported = reportInTail(tail)
    return reported === null ? null : checked(reported, work, () => 0)
  },
})

function reportInTail(tail: Buffer): Reported | null {
  const text = tail.toString('latin1')
  return withTier(usageInTail(text), tierInTail(text))
}

const withTier = (reported: Reported | null, tier: string | null): Reported | null =>
  reported === null || tier === null ? reported : { ...reported, tier }

function asItCame(body: Buffer, usage: Reported | null, work: PassageWork): Answered {
  const texts = (): string[] => textsIn(body.toString('latin1'))
  const said = (): number => (body.length > parsedBytesMax ? body.length : lengthOf(texts()))
  const reported = usage === null ? null : checked(usage, work, said)
  return { body, reported, countedAs: null, texts, isEmpty: () => false }
}

/** A choice without text, calls or anything else that we may not know of. */
function saysNothing(choice: unknown): boolean {
  const { message, text } = fieldsOf(choice) ?? {}
  const { role: _, ...said } = fieldsOf(message) ?? {}
  return [text, ...Object.values(said)].every(isNothing)
}

const isNothing = (value: unknown): boolean =>
  (value ?? '') === '' || (Array.isArray(value) && value.length === 0)

const looksLikeObject = (body: Buffer): boolean => {
  const text = body.subarray(0, 16).toString('latin1').trimStart()
  const end = body.subarray(-16).toString('latin1').trimEnd()
  return text.startsWith('{') && end.endsWith('}')
}
