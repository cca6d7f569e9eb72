import { keepingDialect, type SpokenDialect } from '@posthouse/llm/canonical/dialect'
import type { ResourceLocation } from '../../domain/channels/decide.ts'
import { keepsResponses } from '../../domain/channels/dialect-choice.ts'
import type { PricedCandidate } from '../../domain/pricing/priced-candidate.ts'
import type { Forwarding } from './forwarding.ts'
import type { ItemText } from '../../domain/kept-answers/conversation-store.ts'
import type {
  StorableResponse,
  RelayedAnswer,
  AnswerToStore,
} from '../../domain/kept-answers/storable-response.ts'
import { endWord, keptBytesMax } from '../../domain/kept-answers/kept-bounds.ts'
import { termsOf } from '../../domain/kept-answers/keeping-terms.ts'
import type { ResponseKeeper } from '../../domain/kept-answers/response-keeper.ts'
import { isKeptThere, type ResponseTurn } from '../../domain/kept-answers/turn.ts'

/** Null if the answer is not stored. */
export function keeperFor(
  forwarding: Forwarding,
  candidate: PricedCandidate,
  spoken: SpokenDialect,
): ResponseKeeper | null {
  const { turn } = forwarding.request
  if (turn === null || !(turn.kept || turn.conversation !== null)) return null
  let saving: Promise<void> = Promise.resolve()
  let saved = false
  // In order, because text of an answer may look like its end.
  const take = (answer: RelayedAnswer): void => {
    saving = saving.then(async () => {
      saved ||= await save({ forwarding, candidate, spoken, turn }, answer)
    })
  }
  return {
    see: (frames) => {
      if (!saved && endWord.test(frames)) framesOfEnd(frames).forEach(take)
    },
    whole: (body) => {
      if (!saved && body.length <= keptBytesMax) take({ kind: 'whole', body })
    },
    get saved() {
      return saved
    },
    done: () => saving,
  }
}

/** Frames that may contain the final response. */
const framesOfEnd = (frames: string): readonly RelayedAnswer[] =>
  frames
    .split(/\r?\n\r?\n/)
    .filter((frame) => endWord.test(frame) && frame.length <= keptBytesMax)
    .map((frame) => ({ kind: 'frame', frame }))

type Saving = {
  readonly forwarding: Forwarding
  readonly candidate: PricedCandidate
  readonly spoken: SpokenDialect
  readonly turn: ResponseTurn
}

/** Returns whether it was stored. Never rejects. */
async function save(saving: Saving, answer: RelayedAnswer): Promise<boolean> {
  const { parts, exchange } = saving.forwarding
  try {
    const place = placeOf(saving)
    const made = await keepableOf(saving, answer, place)
    if (made === null) return false
    await write(saving, made, place)
    return true
  } catch (error) {
    parts.log.error({ request: exchange.incoming.id, error }, 'a response could not be kept')
    return false
  }
}

/** Null if it is no response or too large. */
async function keepableOf(
  { forwarding, turn }: Saving,
  answer: RelayedAnswer,
  place: ResourceLocation | null,
): Promise<StorableResponse | null> {
  const { responseId, background, input } = turn
  const isThere = place !== null
  const isGiven = input !== null || isThere
  if (!isGiven && turn.own.length > keptBytesMax) return null
  const toKeep: AnswerToStore = {
    answer,
    turn: {
      responseId,
      background,
      input: isThere ? null : input,
      own: isGiven ? null : turn.own,
    },
    isThere,
    inConversation: turn.conversation !== null,
  }
  const length = answer.kind === 'whole' ? answer.body.length : answer.frame.length
  const bytes = length + (toKeep.turn.input?.length ?? 0) + (toKeep.turn.own?.length ?? 0)
  return await forwarding.parts.bodies.compute('storableResponse', toKeep, bytes)
}

async function write(
  saving: Saving,
  made: StorableResponse,
  place: ResourceLocation | null,
): Promise<void> {
  const { forwarding, turn } = saving
  const { parts, exchange, caller, request } = forwarding
  const { response, input, items } = made
  const userId = caller.owner.id
  await addToConversation(saving, made.said)
  // Its client already knows it by our id.
  if (turn.background) {
    return await parts.responses.end({ userId, id: turn.responseId }, response, items)
  }
  if (!turn.kept) return
  const kept = {
    userId,
    id: made.id ?? turn.responseId,
    previous: place === null ? (turn.ancestors.at(-1) ?? '') : '',
    conversation: turn.conversation,
    place,
    underWay: false,
    model: request.model,
    response,
    input,
  }
  const terms = termsOf(parts, exchange)
  await parts.responses.keep(kept, { ...terms, items, ancestors: turn.ancestors })
}

async function addToConversation(
  { forwarding, turn }: Saving,
  items: readonly ItemText[],
): Promise<void> {
  const { parts, exchange, caller } = forwarding
  if (turn.conversation === null) return
  const of = { userId: caller.owner.id, id: turn.conversation.id }
  const added = await parts.conversations.add(of, items, termsOf(parts, exchange))
  if (added !== 'added') {
    parts.log.warn({ request: exchange.incoming.id, added }, 'a conversation did not take a turn')
  }
}

/** Channel and key of a supplier that stores the response itself. */
function placeOf({ candidate: { channel, key }, spoken, turn }: Saving): ResourceLocation | null {
  const isThere = spoken === keepingDialect && isKeptThere(turn) && keepsResponses(channel)
  return isThere ? { channelId: channel.id, keyId: key.id } : null
}
