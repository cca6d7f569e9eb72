import type { ContentEvent, ModelEvent } from '../../../canonical/event.ts'
import { type Fields, textOf } from '../../../bytes/fields.ts'
import { argumentsOf } from '../../../canonical/calls/call-arguments.ts'
import type { ModelRequest } from '../../../canonical/request.ts'
import { cutFields, opening, stopFields, usageFields } from './stream.ts'
import { type BlockStep, endBlocks, newBlocks, writeContent } from './write-blocks.ts'

/** A whole answer: what a client makes of the stream of it. */
export function encodeAnswer(events: readonly ModelEvent[], request: ModelRequest): Fields {
  const start = events.find((event) => event.kind === 'start') ?? { id: '', model: '' }
  const { id, model } = opening(request, start)
  const end = events.filter((event) => event.kind === 'answer-end').find(isFirst) ?? null
  const { content, cut, hasCalled } = wholeContent(events.filter(isContentOfFirst), {
    id,
    isCut: end?.reason === 'length',
  })
  return {
    id,
    type: 'message',
    role: 'assistant',
    model,
    content,
    ...stopFields(end, hasCalled),
    ...cutFields(cut),
    usage: usageFields(events.findLast((event) => event.kind === 'usage') ?? null),
  }
}

const isFirst = ({ answer }: { readonly answer: number }): boolean => answer === 0

const isContentOfFirst = (event: ModelEvent): event is ContentEvent =>
  'answer' in event && event.answer === 0 && event.kind !== 'answer-end'

type AnswerContent = {
  readonly content: readonly Fields[]
  /** The tool whose call was cut off; null: none was. */
  readonly cut: string | null
  readonly hasCalled: boolean
}

function wholeContent(
  events: readonly ContentEvent[],
  { id, isCut }: { readonly id: string; readonly isCut: boolean },
): AnswerContent {
  const steps: BlockStep[] = []
  let writer = newBlocks(id)
  for (const event of events) {
    const [next, more] = writeContent(writer, event)
    writer = next
    for (const step of more) steps.push(step)
  }
  const [{ cut, calls }, more] = endBlocks(writer, isCut)
  const blocks = contentOf([...steps, ...more])
  const half = isCut ? cutCall(blocks.at(-1)) : null
  return {
    content: (half === null ? blocks : blocks.slice(0, -1)).map(finished),
    cut: half ?? cut,
    hasCalled: calls.size > 0,
  }
}

function contentOf(steps: readonly BlockStep[]): Fields[] {
  const content: Fields[] = []
  for (const step of steps) {
    if (step.kind === 'start') content.push(step.block)
    if (step.kind === 'delta') content[step.index] = grown(content[step.index] ?? {}, step.delta)
  }
  return content
}

/** The tool of a call whose arguments are not whole: told as an object they would be a call to run. Null: it is none. */
function cutCall(block: Fields | undefined): string | null {
  if (block?.['type'] !== 'tool_use') return null
  return argumentsOf(textOf(block['input']) ?? '{}') === null ? String(block['name']) : null
}

function grown(block: Fields, delta: Fields): Fields {
  const joined = (name: string, from: string): Fields => ({
    ...block,
    [name]: `${textOf(block[name]) ?? ''}${textOf(delta[from]) ?? ''}`,
  })
  switch (delta['type']) {
    case 'text_delta':
      return joined('text', 'text')
    case 'thinking_delta':
      return joined('thinking', 'thinking')
    case 'signature_delta':
      return joined('signature', 'signature')
    case 'input_json_delta':
      return joined('input', 'partial_json')
    default:
      return cited(block, delta['citation'])
  }
}

/** The list grows in place: there may be thousands of them. */
function cited(block: Fields, citation: unknown): Fields {
  const { citations } = block
  if (!Array.isArray(citations)) return { ...block, citations: [citation] }
  citations.push(citation)
  return block
}

/** The input of a call was text while it grew. */
const finished = (block: Fields): Fields =>
  block['type'] === 'tool_use'
    ? { ...block, input: argumentsOf(textOf(block['input']) ?? '') ?? {} }
    : block
