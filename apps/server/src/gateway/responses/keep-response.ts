import { type Fields, fieldsOf, objectsIn, parsedFields, textOf } from '@posthouse/llm/parts/fields'
import { dataOf } from '@posthouse/llm/parts/framing'
import { itemsOfInput } from '@posthouse/llm/protocols/openai-responses/input-items'
import type { DialectName } from '@posthouse/llm/dialect'
import type { Place } from '../../channels/decide.ts'
import { keepsResponses } from '../../channels/spoken.ts'
import type { PricedCandidate } from '../exchange.ts'
import type { Forwarding } from '../forwarding.ts'
import { termsOf } from './keeping-terms.ts'
import type { ResponseKeeper } from './response-keeper.ts'
import { isKeptThere, type Turn } from './turn.ts'

/** A turn that is longer is not kept: with what it says, a row goes through memory as one piece. */
const keptBytesMax = 8 * 1024 * 1024

/** Null: nothing of the answer is kept. */
export function keeperFor(
  forwarding: Forwarding,
  candidate: PricedCandidate,
  spoken: DialectName,
): ResponseKeeper | null {
  const { turn } = forwarding.request
  if (turn === null || !(turn.kept || turn.conversation !== null)) return null
  let saving: Promise<void> | null = null
  let saved = false
  const take = (response: Fields | null): void => {
    if (saving !== null || response === null || !isWhole(response)) return
    saving = save({ forwarding, candidate, spoken, turn }, response).then((isSaved) => {
      saved = isSaved
    })
  }
  return {
    see: (frames) => {
      if (saving === null && endWord.test(frames)) take(responseIn(frames))
    },
    whole: (body) => {
      if (body.length <= keptBytesMax) take(parsedFields(body.toString('utf8')))
    },
    get saved() {
      return saved
    },
    done: async () => {
      await saving
    },
  }
}

const isWhole = ({ status }: Fields): boolean => status === 'completed' || status === 'incomplete'

const endWord = /response\.(completed|incomplete)/

/** The response in the event that ends a stream. */
function responseIn(frames: string): Fields | null {
  for (const frame of frames.split(/\r?\n\r?\n/)) {
    if (!endWord.test(frame) || frame.length > keptBytesMax) continue
    const event = parsedFields(dataOf(frame) ?? '')
    if (endWord.test(textOf(event?.['type']) ?? '')) return fieldsOf(event?.['response'])
  }
  return null
}

type Saving = {
  readonly forwarding: Forwarding
  readonly candidate: PricedCandidate
  readonly spoken: DialectName
  readonly turn: Turn
}

/** Whether it was kept. Never rejects. */
async function save(saving: Saving, response: Fields): Promise<boolean> {
  const { parts, exchange } = saving.forwarding
  try {
    await write(saving, response)
    return true
  } catch (error) {
    parts.log.error({ request: exchange.incoming.id, error }, 'a response could not be kept')
    return false
  }
}

async function write(saving: Saving, response: Fields): Promise<void> {
  const { forwarding, turn } = saving
  const { parts, exchange, caller, request } = forwarding
  if (turn.background) return await endRun(saving, response)
  const id = textOf(response['id']) ?? turn.responseId
  const place = placeOf(saving)
  const input = place === null ? inputOf(turn) : []
  if (input === null) return
  const userId = caller.owner.id
  await addToConversation(saving, [...input, ...objectsIn(response['output'])])
  if (!turn.kept) return
  const kept = {
    userId,
    id,
    previous: place === null ? (turn.ancestors.at(-1) ?? '') : '',
    conversation: turn.conversation,
    place,
    underWay: false,
    model: request.model,
    response,
    input,
  }
  const items = idsIn(response['output'])
  const terms = termsOf(parts, exchange)
  await parts.responses.keep(kept, { ...terms, items, ancestors: turn.ancestors })
}

/** A response that its client knows already, by our name for it. */
async function endRun(saving: Saving, response: Fields): Promise<void> {
  const { forwarding, turn } = saving
  const { parts, caller } = forwarding
  const known = { ...response, id: turn.responseId, background: true }
  await addToConversation(saving, [...(turn.input ?? []), ...objectsIn(response['output'])])
  const of = { userId: caller.owner.id, id: turn.responseId }
  await parts.responses.end(of, known, idsIn(response['output']))
}

async function addToConversation(
  { forwarding, turn }: Saving,
  items: readonly Fields[],
): Promise<void> {
  const { parts, exchange, caller } = forwarding
  if (turn.conversation === null) return
  const of = { userId: caller.owner.id, id: turn.conversation.id }
  const added = await parts.conversations.add(of, items, termsOf(parts, exchange))
  if (added !== 'added') {
    parts.log.warn({ request: exchange.incoming.id, added }, 'a conversation did not take a turn')
  }
}

/** Where a supplier keeps it itself. */
function placeOf({ candidate: { channel, key }, spoken, turn }: Saving): Place | null {
  const isThere = spoken === 'openai-responses' && isKeptThere(turn) && keepsResponses(channel)
  return isThere ? { channelId: channel.id, keyId: key.id } : null
}

/** The turn's own input; null: it is too long. */
function inputOf({ input, own, responseId }: Turn): readonly Fields[] | null {
  if (input !== null) return JSON.stringify(input).length > keptBytesMax ? null : input
  if (own.length > keptBytesMax) return null
  const fields = parsedFields(own.toString('utf8')) ?? {}
  return itemsOfInput(fields['input'], responseId)
}

const idsIn = (output: unknown): string[] => objectsIn(output).flatMap(({ id }) => textOf(id) ?? [])
