import type { ModelEvent } from '../../../canonical/event.ts'
import { type Fields, fieldsOf, listOf, textOf } from '../../../bytes/fields.ts'
import { mediaOf } from '../contents.ts'
import { logprobsOf } from '../logprobs.ts'
import { readThoughtSignature } from '../signatures.ts'
import { camelled } from '../spelling.ts'

/** The numbers of an answer's calls, and the parts of their ids. */
export type CallCount = { readonly answer: number; readonly calls: number; readonly seed: string }

/** The events of a candidate's parts. A chunk of a stream and a whole answer have the same parts. */
export function eventsOfCandidate(candidate: Fields, count: CallCount): ModelEvent[] {
  let { calls } = count
  const parts = listOf(camelled(candidate['content'])?.['parts']).flatMap((value) => {
    const part = camelled(value)
    if (part === null) return []
    const events = eventsOfPart(part, { ...count, calls })
    calls += events.filter(({ kind }) => kind === 'tool-call').length
    return events
  })
  return [...parts, ...logprobsOf(candidate, count.answer)]
}

/** The work of the vendor's own tools (`executableCode`, `codeExecutionResult`) is no word of ours. */
function eventsOfPart(part: Fields, count: CallCount): ModelEvent[] {
  const { answer } = count
  const text = textOf(part['text']) ?? ''
  const signature = readThoughtSignature(part['thoughtSignature'])?.signature ?? null
  const isReasoning = part['thought'] === true
  const called = callOf(part, count)
  if (called !== null) return [{ ...called, ...(signature === null ? {} : { signature }) }]
  const media = mediaOf(part)
  // Pictures in a reasoning part are drafts.
  if (media !== null) return isReasoning ? [] : [mediaEvent(media, answer, signature)]
  if (text === '' && signature === null) return []
  if (isReasoning) return [{ kind: 'reasoning', answer, text, signature }]
  return [{ kind: 'text', answer, text, ...(signature === null ? {} : { signature }) }]
}

/**
 * A call comes in one piece; arguments in fragments (`partialArgs`) are Vertex AI's alone and have to
 * be asked for. The id is the supplier's, or made of the answer's id and the call's place in it.
 */
function callOf(part: Fields, { answer, calls, seed }: CallCount): ToolCallEvent | null {
  const call = camelled(part['functionCall'])
  const name = textOf(call?.['name'])
  if (call === null || name === null) return null
  return {
    kind: 'tool-call',
    answer,
    index: calls,
    id: textOf(call['id']) || `call_${seed}_${answer}_${calls}`,
    name,
    arguments: JSON.stringify(fieldsOf(call['args']) ?? {}),
  }
}

type ToolCallEvent = Extract<ModelEvent, { kind: 'tool-call' }>

type Media = NonNullable<ReturnType<typeof mediaOf>>

function mediaEvent({ kind, source }: Media, answer: number, signature: string | null): ModelEvent {
  if (kind === 'audio' && source.kind === 'data') {
    return { kind, answer, base64: source.base64, transcript: '' }
  }
  return kind === 'image'
    ? { kind, answer, source, ...(signature === null ? {} : { signature }) }
    : { kind: 'file', answer, source }
}
