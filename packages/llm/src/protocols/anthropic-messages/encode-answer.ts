import type { ModelEvent } from '../../event.ts'
import { type Fields, parsedFields, textOf } from '../../parts/fields.ts'
import type { ModelRequest } from '../../request.ts'
import { opening, stopFields, usageFields } from './encode-stream.ts'
import { type BlockStep, endBlocks, newBlocks, writeContent } from './write-blocks.ts'

/** A whole answer: what a client makes of the stream of it. */
export function encodeAnswer(events: readonly ModelEvent[], request: ModelRequest): Fields {
  const start = events.find((event) => event.kind === 'start') ?? { id: '', model: '' }
  const { id, model } = opening(request, start)
  const end = events.find((event) => event.kind === 'answer-end' && event.answer === 0)
  const steps: BlockStep[] = []
  let blocks = newBlocks(id)
  for (const event of events) {
    if (!('answer' in event) || event.answer !== 0 || event.kind === 'answer-end') continue
    const [next, more] = writeContent(blocks, event)
    blocks = next
    for (const step of more) steps.push(step)
  }
  const [last, more] = endBlocks(blocks)
  return {
    id,
    type: 'message',
    role: 'assistant',
    model,
    content: contentOf([...steps, ...more]),
    ...stopFields(end?.kind === 'answer-end' ? end : null, last.calls.size > 0),
    usage: usageFields(events.findLast((event) => event.kind === 'usage') ?? null),
  }
}

function contentOf(steps: readonly BlockStep[]): Fields[] {
  const content: Fields[] = []
  for (const step of steps) {
    if (step.kind === 'start') content.push(step.block)
    if (step.kind === 'delta') content[step.index] = grown(content[step.index] ?? {}, step.delta)
  }
  return content.map(finished)
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
    ? { ...block, input: parsedFields(textOf(block['input']) ?? '') ?? {} }
    : block
