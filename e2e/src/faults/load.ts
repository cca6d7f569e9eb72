import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import {
  doneFrame,
  roleFrame,
  stopFrame,
  textFrame,
  usageFrame,
  usageOf,
} from '@posthouse/testkit/chat-frames'
import type { MockCall, MockUpstream } from '@posthouse/testkit/mock-upstream'
import { seenIn } from '@posthouse/testkit/read-stream'

/*
 * Many clients that stream without a pause, and the journals of both ends: what each client asked
 * and saw, and what the upstream sent for it. A request is known by a name that the client gives it.
 */

export const inputReported = 10

/** What one client asked for, and what it saw. */
export type Asked = {
  readonly name: string
  /** One client's requests, one after the other. */
  readonly client: string
  readonly words: number
  status: number
  text: string
  done: boolean
}

/** Words that the upstream's socket took. */
export type Sent = { readonly name: string; words: number }

export type Journals = {
  readonly asked: Asked[]
  /** By the name of the request. */
  readonly sent: Map<string, Sent>
}

/** Answers every request with as many words as its `seed` says, a little at a time. */
export function answerInWords(
  upstream: MockUpstream,
  journals: Journals,
  random: () => number,
): void {
  upstream.onAny(async (call: MockCall) => {
    const sent: Sent = { name: String(call.body['user']), words: 0 }
    if (journals.sent.has(sent.name)) throw new Error(`${sent.name} came to the upstream twice`)
    journals.sent.set(sent.name, sent)
    const words = Number(call.body['seed'])
    call.stream()
    await call.write(roleFrame)
    for (let word = 0; word < words; word += 1) {
      await delay(random() * 12)
      if (!(await call.write(textFrame('rain ')))) return
      sent.words += 1
    }
    await call.write(stopFrame + usageFrame(usageOf(inputReported, words)) + doneFrame)
    call.end()
  })
}

export type LoadOptions = {
  readonly address: string
  readonly key: string
  readonly model: string
  readonly clients: number
  /** Stands before the names of the requests. */
  readonly name: string
  readonly journals: Journals
  readonly random: () => number
}

/** Clients that ask again as soon as they have an answer. */
export type Load = {
  /** Resolves when so many answers are complete, or when the load has ended before. */
  answered(count: number): Promise<void>
  /** Ends every client after the answer under way. */
  stop(): void
  readonly ended: Promise<void>
}

export function startLoad(options: LoadOptions): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: options.clients })
  let stopped = false
  let answers = 0
  const waiting: { readonly count: number; readonly told: () => void }[] = []
  const client = async (number: number): Promise<void> => {
    for (let turn = 0; !stopped; turn += 1) {
      const asked: Asked = {
        client: `${options.name}-c${number}`,
        name: `${options.name}-c${number}-t${turn}`,
        words: 1 + Math.floor(options.random() * 12),
        status: 0,
        text: '',
        done: false,
      }
      options.journals.asked.push(asked)
      if (!(await ask(asked, options, agent))) return
      answers += 1
      for (const { count, told } of waiting) if (answers >= count) told()
    }
  }
  const ended = Promise.all(Array.from({ length: options.clients }, (_, at) => client(at))).then(
    () => agent.destroy(),
  )
  const soMany = (count: number): Promise<void> =>
    new Promise((told) => {
      waiting.push({ count, told })
      if (answers >= count) told()
    })
  return {
    answered: (count) => Promise.race([soMany(count), ended]),
    stop: () => {
      stopped = true
    },
    ended,
  }
}

export type AskOptions = Pick<LoadOptions, 'address' | 'key' | 'model'> & {
  /** The client leaves after so long without a byte. */
  readonly timeoutMs?: number
}

/** False when the server is gone. */
export function ask(
  asked: Asked,
  { address, key, model, timeoutMs = 0 }: AskOptions,
  agent: Agent,
): Promise<boolean> {
  return new Promise((resolve) => {
    let raw = ''
    const over = (answered: boolean): void => {
      const seen = seenIn(raw, { status: asked.status, requestId: '', broken: !answered })
      asked.text = seen.text
      asked.done = seen.done
      resolve(answered)
    }
    const outgoing = request(`${address}/v1/chat/completions`, {
      method: 'POST',
      agent,
      timeout: timeoutMs,
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'x-request-id': asked.name,
      },
    })
    outgoing.on('error', () => over(false))
    outgoing.on('timeout', () => outgoing.destroy(new Error('the client left')))
    outgoing.on('response', (response) => {
      asked.status = response.statusCode ?? 0
      response.setEncoding('utf8')
      response.on('data', (text: string) => {
        raw += text
      })
      response.on('error', () => over(false))
      response.on('end', () => over(response.complete))
    })
    outgoing.end(
      JSON.stringify({
        model,
        stream: true,
        user: asked.name,
        seed: asked.words,
        max_tokens: 100,
        messages: [{ role: 'user', content: 'rain' }],
      }),
    )
  })
}
