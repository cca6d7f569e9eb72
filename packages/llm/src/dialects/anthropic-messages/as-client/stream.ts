import { type BrokenReason, brokenFailure } from '../../../canonical/failure.ts'
import type { ModelEvent, StopReason } from '../../../canonical/event.ts'
import {
  entryOf,
  type Fields,
  fieldsOf,
  listOf,
  textOf,
  withoutNulls,
} from '../../../bytes/fields.ts'
import { errorOf, readFrameData } from '../../../canonical/errors/error-frames.ts'
import { usageEvent } from '../../../canonical/usage/usage-event.ts'
import { noUsage } from '../../../canonical/usage.ts'
import {
  addToBlock,
  type AnthropicBlockReader,
  closeBlock,
  endRuns,
  endSilence,
  noBlocks,
  openBlock,
} from './read-blocks.ts'
import { failureOf } from '../failures.ts'
import { anthropicUsage, tierOf } from '../usage.ts'

/** The state of a stream so far: https://platform.claude.com/docs/en/build-with-claude/streaming */
export type AnthropicReadState = {
  readonly started: boolean
  readonly ended: boolean
  readonly terminal: boolean
  readonly blocks: AnthropicBlockReader
  /** All that was reported: what comes later takes the place of what it names. */
  readonly reported: Fields
  /** Something was reported before. */
  readonly counted: boolean
}

type ReadStep = readonly [AnthropicReadState, readonly ModelEvent[]]

export const start = (): AnthropicReadState => ({
  started: false,
  ended: false,
  terminal: false,
  blocks: noBlocks(),
  reported: {},
  counted: false,
})

export function step(state: AnthropicReadState, frame: string): ReadStep {
  const said = readFrameData(frame)
  if (said === null || state.terminal) return [state, []]
  const error = errorOf(said, isEvent)
  if (error !== null) return terminal(state, failureOf(200, JSON.stringify(error)))
  const event = fieldsOf(said.value)
  if (event === null) return failed(state, 'a frame is not JSON')
  return readEvent(state, event)
}

const isEvent = (fields: Fields): boolean => textOf(fields['type']) !== null

/** Events that are new, and `ping`, mean nothing. */
function readEvent(state: AnthropicReadState, event: Fields): ReadStep {
  const of = (name: string): Fields => fieldsOf(event[name]) ?? {}
  switch (event['type']) {
    case 'message_start':
      return began(state, of('message'))
    case 'content_block_start':
      return opensBlock(state, event['index'], of('content_block'))
    case 'content_block_delta':
      return inBlocks(state, addToBlock(state.blocks, event['index'], of('delta')))
    case 'content_block_stop':
      return inBlocks(state, closeBlock(state.blocks, event['index']))
    case 'message_delta':
      return ending(state, of('delta'), event['usage'])
    case 'message_stop':
      return [{ ...state, terminal: true }, [{ kind: 'end' }]]
    default:
      return [state, []]
  }
}

/** Without `message_stop`, an answer that gave its reason to stop is complete. */
export function finish(state: AnthropicReadState): readonly ModelEvent[] {
  if (state.terminal) return []
  return state.ended ? [{ kind: 'end' }] : failed(state, 'the stream broke off')[1]
}

/** A whole answer as the events that a stream of it would have had. */
export function answer(body: unknown): readonly ModelEvent[] {
  const message = fieldsOf(body)
  if (message?.['type'] === 'error')
    return terminal(start(), failureOf(200, JSON.stringify(body)))[1]
  if (message === null || !Array.isArray(message['content'])) {
    return failed(start(), 'the answer is not a message')[1]
  }
  const { content, usage, ...delta } = message
  const blocks = listOf(content).flatMap((block, index) => [
    { type: 'content_block_start', index, content_block: block },
    { type: 'content_block_stop', index },
  ])
  const steps: Fields[] = [
    { type: 'message_start', message: delta },
    ...blocks,
    { type: 'message_delta', delta, usage },
    { type: 'message_stop' },
  ]
  const events: ModelEvent[] = []
  let state = start()
  for (const event of steps) {
    const [next, more] = readEvent(state, event)
    state = next
    for (const made of more) events.push(made)
  }
  return events
}

function began(state: AnthropicReadState, message: Fields): ReadStep {
  const opening: ModelEvent = {
    kind: 'start',
    id: textOf(message['id']) ?? '',
    model: textOf(message['model']) ?? '',
    // The dialect does not say when.
    created: 0,
  }
  const [next, events] = withUsage(
    { ...state, started: true, blocks: { ...state.blocks, id: textOf(message['id']) ?? '' } },
    message['usage'],
  )
  return [next, [...(state.started ? [] : [opening]), ...events]]
}

function opensBlock(state: AnthropicReadState, index: unknown, block: Fields): ReadStep {
  const [before, ended] = endSilence(state.blocks)
  const [blocks, events] = openBlock(before, index, block)
  return inBlocks(state, [blocks, [...ended, ...events]])
}

function inBlocks(
  state: AnthropicReadState,
  [blocks, events]: readonly [AnthropicBlockReader, readonly ModelEvent[]],
): ReadStep {
  // Some suppliers leave the message's start out.
  const [begun, opening] = state.started ? [state, []] : began(state, {})
  return [{ ...begun, blocks }, [...opening, ...events]]
}

function ending(state: AnthropicReadState, delta: Fields, reported: unknown): ReadStep {
  const reason = textOf(delta['stop_reason']) || null
  const [next, events] = withUsage(state, reported)
  if (reason === null || state.ended) return [next, events]
  const sequence = textOf(delta['stop_sequence'])
  const [called, awaited] = reason === 'tool_use' ? endRuns(state.blocks) : [state.blocks, []]
  const stop = stopOf(reason, called.calls > 0)
  const [blocks, last] = stop === 'length' ? [called, []] : endSilence(called)
  const end: ModelEvent = {
    kind: 'answer-end',
    answer: 0,
    reason: stop,
    ...(sequence === null ? {} : { sequence }),
  }
  return [{ ...next, blocks, ended: true }, [...last, ...awaited, end, ...events]]
}

/** https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons */
const stopReasons: Readonly<Record<string, StopReason>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  pause_turn: 'stop',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  tool_use: 'tool-calls',
  refusal: 'content-filter',
}

function stopOf(reason: string, hasCalled: boolean): StopReason {
  const stop = entryOf(stopReasons, reason) ?? 'stop'
  return stop === 'stop' && hasCalled ? 'tool-calls' : stop
}

/** The figures of a stream's end are cumulative, and name only what has changed. */
function withUsage(state: AnthropicReadState, more: unknown): ReadStep {
  const reported = { ...state.reported, ...withoutNulls(fieldsOf(more) ?? {}) }
  const read = anthropicUsage(reported)
  const next = { ...state, reported }
  if (read === null || fieldsOf(more) === null) return [next, []]
  // A start that counts nothing yet is no report. An end that repeats the start is one all the same.
  const isNothing = JSON.stringify(read.usage) === JSON.stringify(noUsage)
  if (!state.counted && !read.absurd && isNothing) return [next, []]
  return [{ ...next, counted: true }, [usageEvent(read, tierOf(reported))]]
}

const terminal = (state: AnthropicReadState, failure: ReturnType<typeof failureOf>): ReadStep => [
  { ...state, terminal: true },
  [{ kind: 'failed', failure }],
]

const failed = (state: AnthropicReadState, message: BrokenReason): ReadStep =>
  terminal(state, brokenFailure(message))
