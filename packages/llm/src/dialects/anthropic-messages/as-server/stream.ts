import type { ModelEvent, AnswerEvent, StopReason, UsageEvent } from '../../../canonical/event.ts'
import type { Fields } from '../../../bytes/fields.ts'
import type { ModelRequest } from '../../../canonical/request.ts'
import { noUsage } from '../../../canonical/usage.ts'
import { encodeFailure } from '../failures.ts'
import { encodeUsage } from '../usage.ts'
import {
  type BlockStep,
  type BlockWriter,
  endBlocks,
  newBlocks,
  writeContent,
} from './write-blocks.ts'

type EndEvent = Extract<ModelEvent, { kind: 'answer-end' }>

export type AnthropicWriteState = {
  readonly id: string
  readonly model: string
  /** `message_start` went out. It waits for content, so that it can tell what is known of usage. */
  readonly begun: boolean
  readonly blocks: BlockWriter
  /** They go out together, when all is told. */
  readonly usage: UsageEvent | null
  readonly end: EndEvent | null
}

export const open = (request: ModelRequest): AnthropicWriteState => ({
  id: '',
  model: request.model,
  begun: false,
  blocks: newBlocks(),
  usage: null,
  end: null,
})

/** The order of https://platform.claude.com/docs/en/build-with-claude/streaming#event-types */
export function frames(
  state: AnthropicWriteState,
  event: ModelEvent,
): readonly [AnthropicWriteState, string] {
  if ('answer' in event) return event.answer === 0 ? answered(state, event) : [state, '']
  switch (event.kind) {
    case 'start':
      return [{ ...state, ...opening(state, event), blocks: { ...state.blocks, id: event.id } }, '']
    case 'usage':
      return [{ ...state, usage: event }, '']
    case 'end':
      return ended(state)
    case 'failed':
      return [state, `event: error\ndata: ${encodeFailure(event.failure)}\n\n`]
  }
}

/** The model that was asked for, where the supplier names none. */
export const opening = (
  { model }: { readonly model: string },
  event: { readonly id: string; readonly model: string },
): Pick<AnthropicWriteState, 'id' | 'model'> => ({
  id: event.id,
  model: event.model === '' ? model : event.model,
})

function answered(
  state: AnthropicWriteState,
  event: AnswerEvent,
): readonly [AnthropicWriteState, string] {
  if (event.kind === 'answer-end') {
    const [blocks, steps] = endBlocks(state.blocks, event.reason === 'length')
    return written({ ...state, blocks, end: event }, steps)
  }
  const [blocks, steps] = writeContent(state.blocks, event)
  return written({ ...state, blocks }, steps)
}

function written(
  state: AnthropicWriteState,
  steps: readonly BlockStep[],
): readonly [AnthropicWriteState, string] {
  if (steps.length === 0) return [state, '']
  const text = steps.map(blockFrame).join('')
  return state.begun ? [state, text] : [{ ...state, begun: true }, startFrame(state) + text]
}

function ended(state: AnthropicWriteState): readonly [AnthropicWriteState, string] {
  const [blocks, steps] = endBlocks(state.blocks, false)
  const [next, text] = written({ ...state, blocks }, steps)
  const delta = { ...stopFields(state.end, blocks.calls.size > 0), ...cutFields(blocks.cut) }
  return [
    { ...next, begun: true },
    [
      next.begun ? '' : startFrame(next),
      text,
      frame('message_delta', { delta, usage: usageFields(state.usage) }),
      frame('message_stop', {}),
    ].join(''),
  ]
}

const startFrame = ({ id, model, usage }: AnthropicWriteState): string =>
  frame('message_start', {
    message: {
      id,
      type: 'message',
      role: 'assistant',
      model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: usageFields(usage),
    },
  })

function blockFrame(step: BlockStep): string {
  switch (step.kind) {
    case 'start':
      return frame('content_block_start', { index: step.index, content_block: step.block })
    case 'delta':
      return frame('content_block_delta', { index: step.index, delta: step.delta })
    case 'stop':
      return frame('content_block_stop', { index: step.index })
  }
}

const frame = (type: string, fields: Fields): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`

/** Clients count on figures being there. */
export const usageFields = (event: UsageEvent | null): Fields =>
  encodeUsage(event ?? { kind: 'usage', usage: noUsage })

export function stopFields(end: EndEvent | null, hasCalled: boolean): Fields {
  const reason = end?.reason ?? (hasCalled ? 'tool-calls' : 'stop')
  const isMet = reason === 'stop' && end?.sequence !== undefined
  return {
    stop_reason: isMet ? 'stop_sequence' : stopReasons[reason],
    stop_sequence: end?.sequence ?? null,
  }
}

/** A call that was cut off before it could be told is named, where the vendor explains why an answer stopped. */
export const cutFields = (tool: string | null): Fields =>
  tool === null
    ? {}
    : {
        stop_details: {
          type: 'max_tokens',
          explanation: `The call of ${tool} was cut off by the output limit`,
        },
      }

const stopReasons: Readonly<Record<StopReason, string>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  'tool-calls': 'tool_use',
  'content-filter': 'refusal',
}
