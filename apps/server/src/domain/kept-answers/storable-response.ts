import { type Fields, fieldsOf, objectsIn, parsedFields, textOf } from '@posthouse/llm/bytes/fields'
import { dataOf } from '@posthouse/llm/bytes/framing'
import { itemsOfInput } from '@posthouse/llm/canonical/items'
import { bufferOf } from '../../lib/bytes.ts'
import type { ItemText } from './conversation-store.ts'
import { endWord, keptBytesMax } from './kept-bounds.ts'
import { itemTexts } from './item-texts.ts'
import { itemsKept } from './kept-json.ts'
import type { KeptTexts } from './kept-response.ts'
import type { ResponseTurn } from './turn.ts'

/** An answer as relayed. */
export type RelayedAnswer =
  | { readonly kind: 'whole'; readonly body: Uint8Array }
  /** A frame of a stream. */
  | { readonly kind: 'frame'; readonly frame: string }

export type AnswerToStore = {
  readonly answer: RelayedAnswer
  /** `own` is null if the input is not stored. */
  readonly turn: Pick<ResponseTurn, 'responseId' | 'background'> & {
    readonly input: Uint8Array | null
    readonly own: Uint8Array | null
  }
  /** Its supplier stores it, so only its usage is stored here. */
  readonly isThere: boolean
  readonly inConversation: boolean
}

export type StorableResponse = KeptTexts & {
  /** The supplier's id, if it sends one. */
  readonly id: string | null
  /** Ids of its output items. */
  readonly items: readonly string[]
  /** Items to add to the conversation. */
  readonly said: readonly ItemText[]
}

/** Null if the response is incomplete or the turn too long. */
export function storableResponse({
  answer,
  turn,
  isThere,
  inConversation,
}: AnswerToStore): StorableResponse | null {
  const came = responseIn(answer)
  if (came === null || !isWhole(came)) return null
  const response = turn.background ? { ...came, id: turn.responseId, background: true } : came
  const input = inputOf(turn)
  if (input === null) return null
  const output = objectsIn(response['output'])
  const { usage = null } = response
  return {
    id: textOf(response['id']),
    response: JSON.stringify(isThere ? { usage } : response),
    input: isThere || turn.background ? '' : JSON.stringify(input),
    items: output.flatMap(({ id }) => textOf(id) ?? []),
    said: inConversation ? itemTexts([...input, ...output]) : [],
  }
}

function responseIn(answer: RelayedAnswer): Fields | null {
  if (answer.kind === 'whole') return parsedFields(bufferOf(answer.body).toString('utf8'))
  const event = parsedFields(dataOf(answer.frame) ?? '')
  return endWord.test(textOf(event?.['type']) ?? '') ? fieldsOf(event?.['response']) : null
}

const isWhole = ({ status }: Fields): boolean => status === 'completed' || status === 'incomplete'

/** Input of the turn; null if it is too long. */
function inputOf({
  input,
  own,
  responseId,
  background,
}: AnswerToStore['turn']): readonly Fields[] | null {
  if (input !== null) {
    const text = bufferOf(input).toString('utf8')
    return text.length > keptBytesMax && !background ? null : itemsKept(text)
  }
  if (own === null) return []
  const fields = parsedFields(bufferOf(own).toString('utf8')) ?? {}
  return itemsOfInput(fields['input'], responseId)
}
