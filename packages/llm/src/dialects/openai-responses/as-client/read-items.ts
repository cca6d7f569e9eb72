import type { ModelEvent } from '../../../canonical/event.ts'
import { type Fields, fieldsOf, listOf, numberOf, textOf } from '../../../bytes/fields.ts'
import { tokensIn } from '../../../canonical/openai-logprobs.ts'
import { readEncrypted } from '../../../canonical/reasoning/carried-signature.ts'
import {
  notePart,
  type PartKind,
  partKinds,
  partPlaces,
  type ItemPartPlace,
} from './part-places.ts'
import {
  giveMore,
  givenOf,
  inTurn,
  type ReadStep,
  type ResponsesReadState,
  restOfList,
  restOfText,
} from './read-state.ts'

/*
 * Items of the output: announced, given in pieces, and repeated as a whole up to three times, with
 * the part, with the item and with the response. Some suppliers leave the pieces out, others the
 * repetitions. Each text is given once.
 */

const keyOf = ({ output, part }: ItemPartPlace, of: string): string => `${output}.${of}.${part}`

/** A key of a part of which something is given now. */
function noted(state: ResponsesReadState, place: ItemPartPlace, of: PartKind): string {
  notePart(state, place, of)
  return keyOf(place, of)
}

export const textMore = (state: ResponsesReadState, place: ItemPartPlace, text: string): ReadStep =>
  text === ''
    ? [state, []]
    : [
        giveMore(state, noted(state, place, 'text'), text.length),
        [{ kind: 'text', answer: 0, text }],
      ]

const textRest = (state: ResponsesReadState, place: ItemPartPlace, whole: string): ReadStep => {
  const [next, text] = restOfText(state, keyOf(place, 'text'), whole)
  if (text !== '') notePart(next, place, 'text')
  return [next, text === '' ? [] : [{ kind: 'text', answer: 0, text }]]
}

export const refusalMore = (
  state: ResponsesReadState,
  place: ItemPartPlace,
  text: string,
): ReadStep =>
  text === ''
    ? [state, []]
    : [
        giveMore(state, noted(state, place, 'refusal'), text.length),
        [{ kind: 'refusal', answer: 0, text }],
      ]

const refusalRest = (state: ResponsesReadState, place: ItemPartPlace, whole: string): ReadStep => {
  const [next, text] = restOfText(state, keyOf(place, 'refusal'), whole)
  if (text !== '') notePart(next, place, 'refusal')
  return [next, text === '' ? [] : [{ kind: 'refusal', answer: 0, text }]]
}

export function tokensMore(
  state: ResponsesReadState,
  place: ItemPartPlace,
  logprobs: unknown,
): ReadStep {
  const tokens = tokensIn(logprobs)
  if (tokens.length === 0) return [state, []]
  const next = giveMore(state, keyOf(place, 'logprobs'), tokens.length)
  return [next, [{ kind: 'logprobs', answer: 0, tokens }]]
}

function tokensRest(state: ResponsesReadState, place: ItemPartPlace, logprobs: unknown): ReadStep {
  const [next, tokens] = restOfList(state, keyOf(place, 'logprobs'), tokensIn(logprobs))
  return [next, tokens.length === 0 ? [] : [{ kind: 'logprobs', answer: 0, tokens }]]
}

export const annotationMore = (
  state: ResponsesReadState,
  place: ItemPartPlace,
  annotation: unknown,
): ReadStep => [giveMore(state, keyOf(place, 'annotations'), 1), citationOf(annotation)]

function annotationsRest(
  state: ResponsesReadState,
  place: ItemPartPlace,
  annotations: unknown,
): ReadStep {
  const [next, rest] = restOfList(state, keyOf(place, 'annotations'), listOf(annotations))
  return [next, rest.flatMap(citationOf)]
}

/** Citations of files name what the supplier alone can open. */
function citationOf(value: unknown): ModelEvent[] {
  const citation = fieldsOf(value)
  if (citation?.['type'] !== 'url_citation') return []
  const title = textOf(citation['title'])
  return [
    {
      kind: 'citation',
      answer: 0,
      url: textOf(citation['url']) ?? '',
      title: title === '' ? null : title,
      from: numberOf(citation['start_index']) ?? 0,
      to: numberOf(citation['end_index']) ?? 0,
    },
  ]
}

/** A content part of a message or a reasoning part, as a whole. */
export function partRest(
  state: ResponsesReadState,
  id: string | null,
  place: ItemPartPlace,
  part: Fields,
): ReadStep {
  switch (part['type']) {
    case 'output_text':
      return inTurn(state, [
        (now) => textRest(now, place, textOf(part['text']) ?? ''),
        (now) => tokensRest(now, place, part['logprobs']),
        (now) => annotationsRest(now, place, part['annotations']),
      ])
    case 'refusal':
      return refusalRest(state, place, textOf(part['refusal']) ?? '')
    case 'reasoning_text':
      return reasoningRest(state, id, { ...place, of: 'reasoning' }, textOf(part['text']) ?? '')
    case 'summary_text':
      return reasoningRest(state, id, { ...place, of: 'summary' }, textOf(part['text']) ?? '')
    default:
      return [state, []]
  }
}

/** Reasoning that is shown in full, or a summary of it. */
export type ReasoningPlace = ItemPartPlace & { readonly of: 'reasoning' | 'summary' }

export const reasoningMore = (
  state: ResponsesReadState,
  id: string | null,
  place: ReasoningPlace,
  text: string,
): ReadStep =>
  text === ''
    ? [state, []]
    : reasoningEvent(giveMore(state, noted(state, place, place.of), text.length), id, place, text)

function reasoningRest(
  state: ResponsesReadState,
  id: string | null,
  place: ReasoningPlace,
  whole: string,
): ReadStep {
  const [next, text] = restOfText(state, keyOf(place, place.of), whole)
  if (text === '') return [state, []]
  notePart(next, place, place.of)
  return reasoningEvent(next, id, place, text)
}

/** Parts of a summary are paragraphs. The item's id comes with its first fragment. */
function reasoningEvent(
  state: ResponsesReadState,
  id: string | null,
  place: ReasoningPlace,
  text: string,
): ReadStep {
  const parts = `${place.output}.parts`
  const part = `${parts}.${place.of}.${place.part}`
  const isFirst = givenOf(state, parts) === 0
  const isNewPart = givenOf(state, part) === 0
  const next = isNewPart ? giveMore(giveMore(state, parts, 1), part, 1) : state
  return [
    next,
    [
      {
        kind: 'reasoning',
        answer: 0,
        text: isNewPart && !isFirst ? `\n\n${text}` : text,
        signature: null,
        ...(isFirst && id !== null ? { id } : {}),
      },
    ],
  ]
}

/**
 * A call that a program of the model's makes. The client runs it while it is in progress; a completed one has had its
 * result.
 */
const isOfProgram = (item: Fields): boolean => fieldsOf(item['caller'])?.['type'] === 'program'

/** An item as it was announced: a call says its name, and its arguments follow. */
export function itemAdded(state: ResponsesReadState, output: number, item: Fields): ReadStep {
  const known = placed(state, output, textOf(item['id']))
  // The end says if a program has the result already.
  const isOfClient = item['type'] === 'function_call' && !isOfProgram(item)
  return isOfClient ? callRest(known, output, item) : [known, []]
}

function placed(state: ResponsesReadState, output: number, id: string | null): ResponsesReadState {
  if (id !== null) state.places.set(id, output)
  return state
}

export function argumentsMore(state: ResponsesReadState, output: number, text: string): ReadStep {
  const index = state.calls.get(output)
  // Without its name a call is nothing yet; the item comes as a whole later.
  if (index === undefined || text === '') return [state, []]
  return [
    giveMore(state, `${output}.arguments`, text.length),
    [{ kind: 'tool-call', answer: 0, index, id: null, name: null, arguments: text }],
  ]
}

/** A call as far as it is known: itself if it is new, and what its arguments have more. */
export const callRest = (state: ResponsesReadState, output: number, item: Fields): ReadStep =>
  inTurn(state, [
    (now) => callOpened(now, output, item),
    (now) => {
      const whole = textOf(item['arguments']) ?? ''
      return argumentsMore(now, output, whole.slice(givenOf(now, `${output}.arguments`)))
    },
  ])

function callOpened(state: ResponsesReadState, output: number, item: Fields): ReadStep {
  const name = textOf(item['name'])
  if (name === null || state.calls.has(output)) return [state, []]
  const index = state.calls.size
  state.calls.set(output, index)
  return [
    { ...state, callSignature: null },
    [
      {
        kind: 'tool-call',
        answer: 0,
        index,
        id: textOf(item['call_id']) || textOf(item['id']) || `call_${output}_${index}`,
        name,
        arguments: '',
        ...(state.callSignature === null ? {} : { signature: state.callSignature }),
      },
    ],
  ]
}

/** An item as a whole. */
export function itemRest(before: ResponsesReadState, output: number, item: Fields): ReadStep {
  const id = textOf(item['id'])
  const state = placed(before, output, id)
  switch (item['type']) {
    case 'message':
      return partsRest(state, id, output, item['content'])
    case 'reasoning':
      return inTurn(state, [
        (now) => partsRest(now, id, output, item['summary']),
        (now) => partsRest(now, id, output, item['content']),
        (now) => signatureRest(now, id, output, textOf(item['encrypted_content'])),
      ])
    case 'function_call':
      return isOfProgram(item) && item['status'] === 'completed'
        ? [state, []]
        : callRest(state, output, item)
    case 'image_generation_call':
      return pictureRest(state, output, textOf(item['result']))
    default:
      return [state, []]
  }
}

function partsRest(
  state: ResponsesReadState,
  id: string | null,
  output: number,
  list: unknown,
): ReadStep {
  const parts = listOf(list).map((part) => fieldsOf(part) ?? {})
  const kinds = parts.map((part) => partKinds.get(part['type']))
  const places = partPlaces(state, output, kinds)
  return inTurn(
    state,
    parts.map(
      (part, index) => (now: ResponsesReadState) =>
        partRest(now, id, { output, part: places[index] ?? index }, part),
    ),
  )
}

function signatureRest(
  state: ResponsesReadState,
  id: string | null,
  output: number,
  content: string | null,
): ReadStep {
  const key = `${output}.signature`
  if (content === null || content === '' || givenOf(state, key) > 0) return [state, []]
  const next = giveMore(state, key, 1)
  const isSilent = givenOf(state, `${output}.parts`) === 0
  const { of, signature } = readEncrypted(content, isSilent)
  if (of === 'call') return [{ ...next, callSignature: signature }, []]
  if (of === 'text') return [next, [{ kind: 'text', answer: 0, text: '', signature }]]
  return [
    next,
    [
      {
        kind: 'reasoning',
        answer: 0,
        text: '',
        signature,
        ...(of === 'redacted' ? { redacted: true as const } : {}),
        ...(isSilent && id !== null ? { id } : {}),
      },
    ],
  ]
}

/** A picture comes whole, in base64 and as PNG unless another format was asked for. */
function pictureRest(state: ResponsesReadState, output: number, base64: string | null): ReadStep {
  const key = `${output}.picture`
  if (base64 === null || givenOf(state, key) > 0) return [state, []]
  const source = { kind: 'data', mediaType: 'image/png', base64 } as const
  return [giveMore(state, key, 1), [{ kind: 'image', answer: 0, source }]]
}
