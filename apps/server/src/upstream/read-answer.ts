import type { Phrase } from '@posthouse/contract/phrases'
import { supplierBehind } from '../domain/channels/channel-supplier.ts'
import type { Channel, ChannelKey } from '../domain/channels/channel.ts'
import { dialectsOf } from '../domain/channels/dialect-choice.ts'
import { headersFor } from './attempt.ts'
import {
  type AttemptFailure,
  failureInAnswer,
  failureOfStatus,
  failureOfTransport,
} from './attempt-failure.ts'
import { noAnswer, type ProbeParts, probeTimeouts } from '../channel-tests/test-channel.ts'
import { readSome, readWhole } from './transport/read-whole.ts'
import { TransportError } from './transport/transport.ts'
import { transportFor } from './transport/transports.ts'

type Headers = Readonly<Record<string, string>>

type ReadAnswer =
  | { readonly ok: true; readonly text: string; readonly headers: Headers }
  /** The message is masked. The status is 0 where there was none. */
  | { readonly ok: false; readonly message: string | Phrase; readonly status: number }

type ReadOptions = {
  readonly channel: Channel
  readonly key: ChannelKey
  readonly bytesMax: number
}

/** Reads what a supplier answers to a GET, the way calls of the channel go to it. */
export async function readAnswer(
  url: URL,
  { channel, key, bytesMax }: ReadOptions,
  parts: ProbeParts,
): Promise<ReadAnswer> {
  const [dialect] = dialectsOf(channel)
  const call = { url, method: 'GET', body: null } as const
  const opening = transportFor(parts.transports, channel).open({
    ...call,
    headers: headersFor({ channel, key }, supplierBehind(channel), {
      ...call,
      clientHeaders: {},
      stream: false,
      dialect,
      clients: null,
      now: parts.clock.now(),
    }),
    proxy: channel.proxy,
    privateAllowed: parts.privateAllowed,
    timeouts: probeTimeouts,
  })
  try {
    const { status, headers, body } = await opening.reply
    if (status >= 200 && status <= 299) {
      return { ok: true, text: (await readWhole(body, bytesMax)).toString('utf8'), headers }
    }
    const text = await readSome(body, 16 * 1024)
    const answer = { headers, body: text, dialect, channel, now: parts.clock.now() }
    return { ok: false, message: failureOfStatus(status, answer).message, status }
  } catch (error) {
    if (!(error instanceof TransportError)) throw error
    return { ok: false, message: failureOfTransport(error).message, status: 0 }
  } finally {
    opening.abort()
  }
}

/** Why an answer of a success is none. */
export const wrongAnswer = (text: string, headers: Headers, channel: Channel): AttemptFailure =>
  text.trimStart().startsWith('{') ? failureInAnswer(text, channel) : noAnswer(headers, text)
