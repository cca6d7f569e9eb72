import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { parentPort } from 'node:worker_threads'
import { dialectNames } from '@posthouse/llm/canonical/dialect'
import { askAfresh, type ToClient } from './ask-afresh.ts'
import { largeKinds, largeStream } from './large-frames.ts'

/*
 * A client and a supplier, in a thread of their own: what they do is not done by the thread that is
 * measured.
 */

export type FromCrowd =
  | { readonly supplier: string }
  | { readonly status: number; readonly text: string }

export type ToCrowd = ToClient & {
  /** A text of so many letters is put in place of `"*"`: nothing long crosses to this thread. */
  readonly letters?: number
}

const post = (message: FromCrowd): void => parentPort?.postMessage(message)

/** In the words of every dialect, or of one alone. */
const answerOf = (said: string): object => ({
  id: 'a',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content: said }, finish_reason: 'stop' }],
  content: [{ type: 'text', text: said }],
  candidates: [{ content: { parts: [{ text: said }] }, finishReason: 'STOP' }],
  embeddings: [{ values: [0.5] }],
  input_tokens: 7,
})
const answer = JSON.stringify(answerOf('said'))

/** A long one, of so many letters, under an address with `/<field of its dialect>/<number>`. */
function longAnswer(path: string): string | null {
  const [, field = '', letters = '0'] = /\/(choices|content|candidates)\/(\d+)/.exec(path) ?? []
  if (field === '') return null
  const fields = Object.entries(answerOf('so it was. '.repeat(Number(letters) / 11)))
  return JSON.stringify(Object.fromEntries(fields.filter(([name]) => !isSaid(name, field))))
}

const isSaid = (name: string, field: string): boolean =>
  name !== field && ['choices', 'content', 'candidates'].includes(name)

const chunk = (choice: object): string =>
  `data: ${JSON.stringify({ id: 'a', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, ...choice }] })}\n\n`

const calling = (index: number): string =>
  chunk({
    delta: {
      tool_calls: [{ index, id: `c${index}`, function: { name: 'f', arguments: '{"a":1}' } }],
    },
  })

/** A stream of so many calls, under an address that ends in `/calls/<number>`. */
function* streamOf(calls: number): Iterable<string> {
  for (let index = 0; index < calls; index += 1) yield calling(index)
  yield `${chunk({ delta: {}, finish_reason: 'tool_calls' })}data: [DONE]\n\n`
}

/** A stream with one large frame, under an address with `/frame/<dialect>/<kind>`; null: it is none. */
function largeFrames(path: string): readonly string[] | null {
  const [, dialect, kind] = /\/frame\/([a-z-]+)\/([a-z]+)/.exec(path) ?? []
  const from = dialectNames.find((name) => name === dialect)
  const of = largeKinds.find((name) => name === kind)
  return from === undefined || of === undefined
    ? null
    : largeStream(from, of, of === 'picture' ? 2_000_000 : 30_000)
}

/** The bytes below `/picture`. */
const picture = Buffer.alloc(2 * 1024 * 1024, 1)

const supplier = createServer((request, response) => {
  if (request.url?.startsWith('/picture') === true) {
    response.writeHead(200, { 'content-type': 'image/png' }).end(picture)
    return
  }
  const calls = /\/calls\/(\d+)\//.exec(request.url ?? '')?.[1]
  request.resume()
  request.on('end', () => {
    const frames = largeFrames(request.url ?? '')
    if (frames !== null) {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      Readable.from(frames).pipe(response)
      return
    }
    if (calls === undefined) {
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(longAnswer(request.url ?? '') ?? answer)
      return
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    Readable.from(streamOf(Number(calls))).pipe(response)
  })
})
supplier.listen(0, '127.0.0.1', () => {
  const { port } = supplier.address() as AddressInfo
  post({ supplier: `http://127.0.0.1:${port}` })
})

async function ask(message: ToCrowd): Promise<void> {
  const { letters = 0 } = message
  const body = message.body?.replace('"*"', () => JSON.stringify('a'.repeat(letters))) ?? null
  post(await askAfresh({ ...message, body }))
}

parentPort?.on('message', (message: ToCrowd) => void ask(message))
