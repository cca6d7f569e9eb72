import type { ModelEvent } from '../../../canonical/event.ts'
import { brokenFailure } from '../../../canonical/failure.ts'
import { type Fields, fieldsOf, objectsIn, textOf } from '../../../bytes/fields.ts'
import { failureOf } from './failure.ts'
import { type BedrockReadState, start, readEvent } from './stream.ts'

type NamedEvent = readonly [name: string, event: Fields]

/** A whole answer as the events that a stream of it would have had. */
export function answer(body: unknown): readonly ModelEvent[] {
  const said = fieldsOf(body)
  const message = fieldsOf(fieldsOf(said?.['output'])?.['message'])
  if (said === null || message === null) {
    const isError = textOf(said?.['message']) !== null
    const failure = isError
      ? failureOf(200, JSON.stringify(body))
      : brokenFailure('the answer is not a message')
    return [{ kind: 'failed', failure }]
  }
  const { stopReason, usage } = said
  const steps: NamedEvent[] = [
    ['messageStart', {}],
    ...objectsIn(message['content']).flatMap(blockSteps),
    ['messageStop', { stopReason }],
    ['metadata', { usage }],
  ]
  const events: ModelEvent[] = []
  let state: BedrockReadState = start()
  for (const [name, event] of steps) {
    const [next, more] = readEvent(state, name, event)
    state = next
    for (const made of more) events.push(made)
  }
  return events
}

function blockSteps(block: Fields, contentBlockIndex: number): NamedEvent[] {
  const call = fieldsOf(block['toolUse'])
  const deltas = call === null ? deltasOf(block) : [inputOf(call)]
  return [
    ['contentBlockStart', { contentBlockIndex, start: call === null ? {} : { toolUse: call } }],
    ...deltas.map((delta): NamedEvent => ['contentBlockDelta', { contentBlockIndex, delta }]),
    ['contentBlockStop', { contentBlockIndex }],
  ]
}

/** An object without fields is the arguments of a call that has none, or was cut off. */
function inputOf({ input }: Fields): Fields {
  const isEmpty = Object.keys(fieldsOf(input) ?? {}).length === 0
  return { toolUse: { input: isEmpty ? '' : JSON.stringify(input) } }
}

function deltasOf(block: Fields): Fields[] {
  const reasoning = fieldsOf(block['reasoningContent'])
  if (reasoning !== null) {
    return [{ reasoningContent: { ...reasoning, ...fieldsOf(reasoning['reasoningText']) } }]
  }
  const cited = fieldsOf(block['citationsContent'])
  if (cited === null) return [block]
  return [
    ...objectsIn(cited['content']),
    ...objectsIn(cited['citations']).map((citation) => ({ citation })),
  ]
}
