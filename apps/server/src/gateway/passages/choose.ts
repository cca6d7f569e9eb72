import { price } from '../../pricing/price.ts'
import { isAbsurd } from '../absurd-usage.ts'
import { dollarsOf } from '../dollars.ts'
import type { PricedCandidate } from '../exchange.ts'
import type { Forwarding } from '../forwarding.ts'
import type { AnswerPassage } from './answer.ts'
import { openAiAnswer } from './openai-answer.ts'
import { OpenAiBytes } from './openai-bytes.ts'
import type { Passage, PassageWork } from './passage.ts'
import type { Cost } from './usage-frame.ts'

const workOf = ({ request, reservation }: Forwarding): PassageWork => ({
  isAbsurd: ({ usage }) => isAbsurd(usage, request, reservation),
})

/** How a candidate's whole answer becomes the client's. */
export const answerPassage = (
  forwarding: Forwarding,
  { channel }: PricedCandidate,
): AnswerPassage => openAiAnswer(channel, workOf(forwarding))

/** How a candidate's stream becomes the client's. */
export function streamPassage(forwarding: Forwarding, candidate: PricedCandidate): Passage {
  const { request } = forwarding
  return new OpenAiBytes({
    ...workOf(forwarding),
    channel: candidate.channel,
    usageShown: request.usageAsked || request.costAsked,
    cost: request.costAsked ? costOf(forwarding, candidate) : null,
  })
}

const costOf =
  ({ caller, exchange }: Forwarding, { entry }: PricedCandidate): Cost =>
  (usage) => {
    const { ratioMillionths } = caller.group
    const { quota } = price(usage, { entry, ratioMillionths, calls: 1 })
    return dollarsOf(quota, exchange.snapshot.settings.QuotaPerUnit)
  }
