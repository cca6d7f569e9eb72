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

/** An answer as it passed by. */
export type RelayedAnswer =
  | { readonly kind: 'whole'; readonly body: Uint8Array }
  /** Of a stream. */
  | { readonly kind: 'frame'; readonly frame: string }

export type AnswerToStore = {
  readonly answer: RelayedAnswer
  /** `own` null: nothing of the input is kept. */
  readonly turn: Pick<ResponseTurn, 'responseId' | 'background'> & {
    readonly input: Uint8Array | null
    readonly own: Uint8Array | null
  }
  /** Its supplier keeps it: here stands only what it used. */
  readonly isThere: boolean
  readonly inConversation: boolean
}

/** A response as it is kept. */
export type StorableResponse = KeptTexts & {
  /** As its supplier calls it; null: it does not say. */
  readonly id: string | null
  /** Ids of its output. */
  readonly items: readonly string[]
  /** The part that a conversation takes. */
  readonly said: readonly ItemText[]
}

/** Null: it is no whole response, or its turn is too long. */
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

/** The turn's own input; null: it is too long. */
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
