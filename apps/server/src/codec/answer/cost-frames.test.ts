import { describe, expect, it } from 'vitest'
import { framesWithCost, frameWithCost, frameWithUsage } from './cost-frames.ts'

describe('a frame that reports usage', () => {
  it.each([
    ['openai-chat', 'data: {"usage":{"a":1}}\n\n', 'data: {"usage":{"a":1,"cost":0.5}}\n\n'],
    [
      'openai-chat',
      'data: {"choices":[],"x_groq":{"id":"g","usage":{"a":1}}}\n\n',
      'data: {"choices":[],"x_groq":{"id":"g","usage":{"a":1,"cost":0.5}}}\n\n',
    ],
    [
      'openai-chat',
      'data: {"choices":[{"index":1},{"delta":{"usage":{"a":1}},"usage":{"a":1}}]}\n\n',
      'data: {"choices":[{"index":1},{"delta":{"usage":{"a":1}},"usage":{"a":1,"cost":0.5}}]}\n\n',
    ],
    [
      'openai-responses',
      'event: response.completed\ndata: {"type":"response.completed","response":{"tools":[{"usage":{}}],"usage":{"a":1}}}\n\n',
      'event: response.completed\ndata: {"type":"response.completed","response":{"tools":[{"usage":{}}],"usage":{"a":1,"cost":0.5}}}\n\n',
    ],
    [
      'anthropic-messages',
      'event: message_delta\ndata: {"type":"message_delta","usage":{"a":1}}\n\n',
      'event: message_delta\ndata: {"type":"message_delta","usage":{"a":1,"cost":0.5}}\n\n',
    ],
    [
      'gemini',
      'data: {"usageMetadata":{"a":1},"modelVersion":"ü"}\r\n\r\n',
      'data: {"usageMetadata":{"a":1,"cost":0.5},"modelVersion":"ü"}\r\n\r\n',
    ],
    [
      'gemini',
      'data: {"usageMetadata":\ndata:  {"a":1},\ndata: "modelVersion":"m"}\n\n',
      'data: {"usageMetadata":\ndata:  {"a":1,"cost":0.5},\ndata: "modelVersion":"m"}\n\n',
    ],
  ] as const)('gets its cost in %s', (dialect, frame, priced) => {
    expect(frameWithCost(frame, dialect, ({ a }) => (a === 1 ? '0.5' : null))).toBe(priced)
    expect(frameWithCost(frame, dialect, () => null)).toBeNull()
    expect(framesWithCost(`${frame}: x\n\n${frame}`, dialect, () => '0.5')).toBe(
      `${priced}: x\n\n${priced}`,
    )
  })

  it.each([
    ['anthropic-messages', 'data: {"type":"message_start","message":{"usage":{"a":1}}}\n\n'],
    ['anthropic-messages', 'data: {"type":"message_start","usage":{"a":1}}\n\n'],
    ['openai-responses', 'data: {"type":"response.created","response":{"usage":{}}}\n\n'],
    ['openai-chat', 'data: {"usage":null}\n\n'],
    ['openai-chat', 'data: {"content":"\\"usage\\":{}"}\n\n'],
    ['openai-chat', 'data: [DONE] "usage"\n\n'],
  ] as const)('is no other of %s: %s', (dialect, frame) => {
    expect(frameWithCost(frame, dialect, () => '1')).toBeNull()
  })
})

it.each([
  [
    'anthropic-messages',
    '{"type":"message_delta","delta":{}}',
    '{"usage":{"b":2},"type":"message_delta","delta":{}}',
  ],
  [
    'anthropic-messages',
    '{"type":"message_start","message":{}}',
    '{"type":"message_start","message":{"usage":{"b":2}}}',
  ],
  ['gemini', '{}', '{"usageMetadata":{"b":2}}'],
] as const)('a frame of %s gets a usage where it has none: %s', (dialect, data, told) => {
  expect(frameWithUsage(`data: ${data}\n\n`, dialect, { b: 2 })).toBe(`data: ${told}\n\n`)
})
