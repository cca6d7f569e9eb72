import type { DialectName } from '@posthouse/llm/canonical/dialect'
import { countIn, type CountRoute, countRoute } from '@posthouse/llm/suppliers/counting'
import { parsedFields } from '@posthouse/llm/bytes/fields'
import { supplierBehind } from '../domain/channels/channel-supplier.ts'
import { LRUCache } from 'lru-cache'
import { countingDialects } from '../domain/channels/dialect-choice.ts'
import { type AttemptParts, openAttempt } from './attempt.ts'
import type { ToCount } from './count-question.ts'
import type { Outgoing, Target } from './outgoing.ts'
import { readWhole } from './transport/read-whole.ts'
import { TransportError } from './transport/transport.ts'

/** The time that a client waits for a supplier to count before it gets an estimate. */
const deadlineMs = 3_000
const answerBytesMax = 64 * 1024

/** A supplier that cannot count after all, or did not this time, is not asked again for a while: clients wait for nothing. */
const unableMs = 600_000
const failedMs = 30_000
/** Compatible servers that have no such address say so in one of these. */
const unable = new Set([404, 405, 501])

/** Asks suppliers how long a prompt is. Has a memory of those that do not answer. */
export type SupplierCounter = {
  /** Tokens as the supplier counts them; null: it does not. */
  count(target: Target, outgoing: Outgoing): Promise<number | null>
}

/** Writes the question, wherever that is done. */
type Write = (toCount: ToCount) => Promise<Uint8Array | null>

export function createSupplierCounter(parts: AttemptParts, write: Write): SupplierCounter {
  const silent = new LRUCache<bigint, true>({ max: 10_000, ttl: failedMs })
  return {
    count: async (target, outgoing) => {
      const { channel } = target
      const spoken = countingDialects(channel, target.forwarded)
      const way = countRoute(supplierBehind(channel), spoken, outgoing.dialect)
      if (way === null || silent.has(channel.id)) return null
      const question = await write(toCount(target, outgoing, way.dialect))
      if (question === null) return null
      const { status, tokens } = await ask(parts, { target, outgoing, way, question })
      const ttl = unable.has(status) ? unableMs : failedMs
      if (tokens === null) silent.set(channel.id, true, { ttl })
      return tokens
    },
  }
}

const toCount = (
  { forwarded }: Target,
  { body, dialect, model }: Outgoing,
  to: DialectName,
): ToCount => ({ body, model, forwarded, from: dialect, to })

type CountCall = {
  readonly target: Target
  readonly outgoing: Outgoing
  readonly way: CountRoute
  readonly question: Uint8Array
}

async function ask(
  parts: AttemptParts,
  { target, outgoing, way, question }: CountCall,
): Promise<{ readonly status: number; readonly tokens: number | null }> {
  const opening = openAttempt(
    parts,
    target,
    { ...outgoing, stream: false, timeouts: { headersMs: deadlineMs, idleMs: deadlineMs } },
    { ...way, body: Buffer.from(question), dropped: [] },
  )
  const deadline = setTimeout(() => opening.abort(), deadlineMs)
  try {
    const { status, body } = await opening.reply
    if (status < 200 || status > 299) return { status, tokens: null }
    const text = (await readWhole(body, answerBytesMax)).toString('utf8')
    return { status, tokens: countIn(way.dialect, parsedFields(text)) }
  } catch (error) {
    if (!(error instanceof TransportError)) throw error
    return { status: 0, tokens: null }
  } finally {
    clearTimeout(deadline)
    opening.abort()
  }
}
