import type { ModelFacts } from '@posthouse/contract/model-facts'
import type { RequestFacts } from '../../charging/request-facts.ts'
import type { PricedCandidate } from '../../domain/pricing/priced-candidate.ts'
import { channelFields } from './edits/channel-parameters.ts'
import {
  compacts,
  hasUnknown,
  nameRunsTools,
  namesKept,
  runsTools,
  usesStoredPrompt,
} from './supplier-tools.ts'

type Outside = Pick<RequestFacts, 'elsewhere' | 'suppliersTools' | 'unknownFields' | 'compacts'>

/** The outside input of a request as it is sent to a candidate, whose channel may add fields of its own. */
export function forwardedInput(request: Outside, candidate: PricedCandidate): Outside {
  const added = channelFields(candidate)
  return {
    suppliersTools:
      request.suppliersTools || runsTools(added) || nameRunsTools(candidate.forwarded),
    elsewhere: request.elsewhere || namesKept(added) || usesStoredPrompt(added),
    unknownFields: request.unknownFields || hasUnknown(added) || hasOwnPrompt(candidate),
    compacts: request.compacts || compacts(added),
  }
}

/** Its administrator says that the upstream adds a prompt of its own. */
const hasOwnPrompt = ({ channel: { plugin } }: PricedCandidate): boolean =>
  plugin['input_usage'] === 'own_prompt'

/** What Claude reads with its beta: https://platform.claude.com/docs/en/build-with-claude/context-windows. */
const widenedContext = 1_000_000
const widens = 'context-1m'

/** A model's facts with the context that a request's headers widen. */
export function forwardedModel(
  { facts, channel }: Pick<PricedCandidate, 'facts' | 'channel'>,
  clientHeaders: Readonly<Record<string, string | string[] | undefined>>,
): ModelFacts {
  const headers = [clientHeaders['anthropic-beta'], ...Object.values(channel.headers)]
  const isWide = headers.some((value) => value?.includes(widens) === true)
  if (!isWide || facts.context === null) return facts
  return { ...facts, context: Math.max(facts.context, widenedContext) }
}
