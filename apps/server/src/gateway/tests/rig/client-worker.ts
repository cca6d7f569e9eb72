import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parentPort } from 'node:worker_threads'
import { askAfresh, type ToClient } from './ask-afresh.ts'

/*
 * A client and a supplier in a thread of their own: what they do is not done by the thread that is measured.
 */

export type FromClient =
  | { readonly supplier: string }
  | { readonly status: number; readonly text: string }

const post = (message: FromClient): void => parentPort?.postMessage(message)

const answerOf = (said: string): string =>
  JSON.stringify({
    id: 'a',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices: [{ index: 0, message: { role: 'assistant', content: said }, finish_reason: 'stop' }],
    content: [{ type: 'text', text: 'said' }],
    candidates: [{ content: { parts: [{ text: 'said' }] }, finishReason: 'STOP' }],
    input_tokens: 7,
  })
const answer = answerOf('said')
/** For whoever asks below `/long`. */
const longAnswer = answerOf('so it was said '.repeat(470_000))

const supplier = createServer((request, response) => {
  request.resume()
  request.on('end', () =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(request.url?.startsWith('/long') === true ? longAnswer : answer),
  )
})
supplier.listen(0, '127.0.0.1', () => {
  const { port } = supplier.address() as AddressInfo
  post({ supplier: `http://127.0.0.1:${port}` })
})

parentPort?.on('message', (message: ToClient) => void askAfresh(message).then(post))
