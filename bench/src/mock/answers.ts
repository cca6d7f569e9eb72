/*
 * What the mock supplier answers, made once when it starts. The model's name says which answer is
 * wanted. The names begin with `gpt-`, so that a gateway that counts tokens has to count them.
 */

export const models = {
  /** 1 KB of JSON with usage. */
  json: 'gpt-bench-json',
  /** 100 chunks of a stream, each in a write of its own. */
  stream: 'gpt-bench-stream',
  /** The same stream in 10 writes. */
  packed: 'gpt-bench-packed',
  /** A stream that goes on until the client leaves: its events come at a fixed pace. */
  paced: 'gpt-bench-paced',
} as const

export type Answer = keyof typeof models

const streamChunks = 100

const encode = (text: string): Buffer => Buffer.from(text, 'latin1')

const usage = { prompt_tokens: 24, completion_tokens: 180, total_tokens: 204 }

const jsonHead = (length: number): string =>
  `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`

const streamHead =
  'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n'

const asChunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`

/** One piece of the body as HTTP carries it. */
const event = (delta: object, finish: string | null = null): string =>
  asChunk(
    `data: ${JSON.stringify({
      id: 'chatcmpl-bench0001',
      object: 'chat.completion.chunk',
      created: 1_700_000_000,
      model: 'bench-model',
      choices: [{ index: 0, delta, finish_reason: finish }],
    })}\n\n`,
  )

const usageEvent = asChunk(
  `data: ${JSON.stringify({
    id: 'chatcmpl-bench0001',
    object: 'chat.completion.chunk',
    created: 1_700_000_000,
    model: 'bench-model',
    choices: [],
    usage,
  })}\n\n`,
)

const done = `${asChunk('data: [DONE]\n\n')}0\r\n\r\n`

const contentEvent = event({ content: 'words of it ' })

const pieces = (): string[] => [
  event({ role: 'assistant', content: 'The ' }),
  ...Array.from({ length: streamChunks - 2 }, () => contentEvent),
  event({}, 'stop'),
]

export const jsonAnswer: Buffer = (() => {
  const answer = (content: string): string =>
    JSON.stringify({
      id: 'chatcmpl-bench0001',
      object: 'chat.completion',
      created: 1_700_000_000,
      model: 'bench-model',
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
      usage,
    })
  const body = answer('word '.repeat(Math.floor((1_024 - answer('').length) / 5)))
  return encode(jsonHead(body.length) + body)
})()

/** The writes of a stream: head and first chunk together, as most servers send them. */
export const streamWrites: readonly Buffer[] = (() => {
  const [first = '', ...rest] = pieces()
  return [streamHead + first, ...rest, usageEvent, done].map(encode)
})()

export const packedWrites: readonly Buffer[] = (() => {
  const all = pieces()
  return Array.from({ length: 10 }, (_, index) => {
    const own = all.slice(index * 10, index * 10 + 10).join('')
    return encode(`${index === 0 ? streamHead : ''}${own}${index === 9 ? usageEvent + done : ''}`)
  })
})()

export const pacedStart: Buffer = encode(streamHead + event({ role: 'assistant', content: 'The ' }))

export const pacedEvent: Buffer = encode(contentEvent)
