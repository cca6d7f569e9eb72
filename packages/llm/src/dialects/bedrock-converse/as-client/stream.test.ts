import { describe, expect, it } from 'vitest'
import { finish, type BedrockReadState, start, readEvent } from './stream.ts'

const stopped = (state: BedrockReadState, stopReason: string) =>
  readEvent(state, 'messageStop', { stopReason })[1].at(-1)

describe('a reason to stop', () => {
  const [text] = readEvent(start(), 'contentBlockDelta', { delta: { text: 'a' } })
  const toolUse = { toolUseId: 'tooluse_1', name: 'now' }
  const [call] = readEvent(start(), 'contentBlockStart', {
    contentBlockIndex: 0,
    start: { toolUse },
  })

  it.each([
    ['end_turn', 'stop', 'tool-calls'],
    ['stop_sequence', 'stop', 'tool-calls'],
    ['tool_use', 'tool-calls', 'tool-calls'],
    ['max_tokens', 'length', 'length'],
    ['model_context_window_exceeded', 'length', 'length'],
    ['guardrail_intervened', 'content-filter', 'content-filter'],
    ['content_filtered', 'content-filter', 'content-filter'],
    ['one_of_tomorrow', 'stop', 'tool-calls'],
  ])('%s is %s, and %s with a call', (said, alone, withCall) => {
    expect(stopped(text, said)).toEqual({ kind: 'answer-end', answer: 0, reason: alone })
    expect(stopped(call, said)).toEqual({ kind: 'answer-end', answer: 0, reason: withCall })
  })

  it('counts once, and makes the answer whole', () => {
    const [ended] = readEvent(text, 'messageStop', { stopReason: 'end_turn' })
    expect(readEvent(ended, 'messageStop', { stopReason: 'max_tokens' })[1]).toEqual([])
    expect(finish(ended)).toEqual([{ kind: 'end' }])
    expect(finish(text)).toMatchObject([{ kind: 'failed' }])
  })
})
