import type { ModelEvent, StopReason } from '../../../canonical/event.ts'
import { type BrokenReason, brokenFailure, type Failure } from '../../../canonical/failure.ts'
import { entryOf, type Fields, fieldsOf, parsedFields, textOf } from '../../../bytes/fields.ts'
import { frameEvent } from '../../../bytes/framing.ts'
import { usageEvent } from '../../../canonical/usage/usage-event.ts'
import { converseUsage } from '../usage.ts'
import { failureNamed } from './failure.ts'
import {
  addToBlock,
  type BedrockBlockReader,
  closeBlock,
  endSilence,
  noBlocks,
  openBlock,
} from './read-blocks.ts'

/**
 * The stream as seen so far:
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStreamOutput.html
 */
export type BedrockReadState = {
  readonly started: boolean
  readonly ended: boolean
  readonly terminal: boolean
  readonly blocks: BedrockBlockReader
}

type ReadStep = readonly [BedrockReadState, readonly ModelEvent[]]

export const start = (): BedrockReadState => ({
  started: false,
  ended: false,
  terminal: false,
  blocks: noBlocks(),
})

export function step(state: BedrockReadState, frame: string): ReadStep {
  const said = frameEvent(frame)
  if (said === null || state.terminal) return [state, []]
  const fields = parsedFields(said.data)
  if (fields === null) return broken(state, 'a frame is not JSON')
  return readEvent(state, said.name ?? '', fields)
}

/** Events that are new mean nothing. */
export function readEvent(state: BedrockReadState, name: string, event: Fields): ReadStep {
  const fieldIn = (field: string): Fields => fieldsOf(event[field]) ?? {}
  const number = event['contentBlockIndex']
  switch (name) {
    case 'messageStart':
      return began(state)
    case 'contentBlockStart':
      return inBlocks(state, openBlock(state.blocks, number, fieldIn('start')))
    case 'contentBlockDelta':
      return inBlocks(state, addToBlock(state.blocks, number, fieldIn('delta')))
    case 'contentBlockStop':
      return inBlocks(state, closeBlock(state.blocks, number))
    case 'messageStop':
      return stopped(state, textOf(event['stopReason']) ?? '')
    case 'metadata':
      return reportUsage(state, event['usage'])
    case 'exception':
      return failed(state, exceptionIn(event))
    default:
      return [state, []]
  }
}

/** Usage comes last; without it an answer that gave its reason to stop is complete. */
export function finish(state: BedrockReadState): readonly ModelEvent[] {
  if (state.terminal) return []
  return state.ended ? [{ kind: 'end' }] : broken(state, 'the stream broke off')[1]
}

/** The dialect names neither the answer nor its model, and does not say when. */
const opening: ModelEvent = { kind: 'start', id: '', model: '', created: 0 }

const began = (state: BedrockReadState): ReadStep =>
  state.started ? [state, []] : [{ ...state, started: true }, [opening]]

function inBlocks(
  state: BedrockReadState,
  [blocks, events]: readonly [BedrockBlockReader, readonly ModelEvent[]],
): ReadStep {
  const [begun, opened] = began(state)
  return [{ ...begun, blocks }, [...opened, ...events]]
}

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_MessageStopEvent.html */
const stopReasons: Readonly<Record<string, StopReason>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  tool_use: 'tool-calls',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  guardrail_intervened: 'content-filter',
  content_filtered: 'content-filter',
}

function stopped(state: BedrockReadState, reason: string): ReadStep {
  if (state.ended) return [state, []]
  const said = entryOf(stopReasons, reason) ?? 'stop'
  const stop = said === 'stop' && state.blocks.calls > 0 ? 'tool-calls' : said
  const [begun, opened] = began(state)
  const [blocks, last] = stop === 'length' ? [begun.blocks, []] : endSilence(begun.blocks)
  const end: ModelEvent = { kind: 'answer-end', answer: 0, reason: stop }
  return [{ ...begun, blocks, ended: true }, [...opened, ...last, end]]
}

function reportUsage(state: BedrockReadState, reported: unknown): ReadStep {
  const read = converseUsage(reported)
  const usage = read === null ? [] : [usageEvent(read, null)]
  return state.ended ? [{ ...state, terminal: true }, [...usage, { kind: 'end' }]] : [state, usage]
}

/** `said` is the payload: `{message}`, and `{originalMessage}` where a model failed. */
function exceptionIn({ code, said }: Fields): Failure {
  const text = textOf(said) ?? ''
  const body = parsedFields(text)
  const message = textOf(body?.['message']) ?? textOf(body?.['originalMessage'])
  return failureNamed(textOf(code), message ?? (body === null ? text : ''), 200)
}

const failed = (state: BedrockReadState, failure: Failure): ReadStep => [
  { ...state, terminal: true },
  [{ kind: 'failed', failure }],
]

const broken = (state: BedrockReadState, message: BrokenReason): ReadStep =>
  failed(state, brokenFailure(message))
