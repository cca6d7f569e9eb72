import { phrase, type Phrase } from '@posthouse/contract/phrases'
import { type Fields, fieldsOf } from '@posthouse/llm/bytes/fields'
import type { Channel, ChannelKey } from '../../domain/channels/channel.ts'
import { readAnswer, wrongAnswer } from '../read-answer.ts'
import type { ProbeParts } from '../../channel-tests/test-channel.ts'
import { type BalanceWay, type Money, waysOf } from './ways.ts'

export type KeyBalance =
  | { readonly ok: true; readonly money: Money | 'unlimited' }
  /** The message is masked. */
  | { readonly ok: false; readonly message: string | Phrase; readonly status: number }

type Failed = Extract<KeyBalance, { ok: false }>

const answerBytesMax = 64 * 1024

/** Of a key, or of a place: another way may be open to it. */
const refusals = [401, 403, 404, 405]

/** What a key's account has left, as its supplier says. Null: the supplier has no such call. */
export async function askBalance(
  channel: Channel,
  key: ChannelKey,
  parts: ProbeParts,
): Promise<KeyBalance | null> {
  let balance: KeyBalance | null = null
  for (const way of waysOf(channel.type)) {
    balance = await askWay(way, { channel, key }, parts)
    if (balance.ok || !refusals.includes(balance.status)) return balance
  }
  return balance
}

type Whose = { readonly channel: Channel; readonly key: ChannelKey }

async function askWay(way: BalanceWay, whose: Whose, parts: ProbeParts): Promise<KeyBalance> {
  const { baseUrl: base } = whose.channel
  const answers: Fields[] = []
  for (const url of way.places({ base, now: parts.clock.now() })) {
    const answer = await askOne(url, whose, parts)
    if ('message' in answer) return answer
    answers.push(answer.fields)
  }
  const money = way.read(answers, base)
  const isKnown = money === 'unlimited' || (money !== null && /^[A-Z]{3}$/.test(money.currency))
  return isKnown ? { ok: true, money } : unreadable
}

const unreadable: Failed = {
  ok: false,
  message: phrase('the upstream sent no balance'),
  status: 200,
}

async function askOne(
  url: URL,
  whose: Whose,
  parts: ProbeParts,
): Promise<{ readonly fields: Fields } | Failed> {
  const read = await readAnswer(url, { ...whose, bytesMax: answerBytesMax }, parts)
  if (!read.ok) return read
  const { text, headers } = read
  const fields = fieldsWithDigits(text)
  if (fields !== null && !('error' in fields)) return { fields }
  const { message } = wrongAnswer(text, headers, whose.channel)
  return { ok: false, message, status: 200 }
}

/** Numbers become the texts that they were: a float would round them. */
function fieldsWithDigits(text: string): Fields | null {
  try {
    return fieldsOf(
      JSON.parse(text, (_key, value: unknown, context?: { readonly source?: string }) =>
        typeof value === 'number' ? (context?.source ?? String(value)) : value,
      ),
    )
  } catch {
    return null
  }
}
