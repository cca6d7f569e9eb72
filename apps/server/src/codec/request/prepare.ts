import type { Supplier } from '@posthouse/llm/suppliers/supplier'
import type { Phrase } from '@posthouse/contract/phrases'
import type { Decoded } from '@posthouse/llm/canonical/decoded'
import type { WrongReason } from '@posthouse/llm/canonical/wrong-reason'
import type { ModelRequest } from '@posthouse/llm/canonical/request'
import type { AttemptFailure } from '../../upstream/attempt-failure.ts'
import { bringBytes, type FetchForPlaces } from './edits/bring-bytes.ts'
import type { ClientsWay } from '../../domain/channels/spoken.ts'
import { clientOf } from '@posthouse/llm/dialects'
import { FetchRefused } from '../../upstream/transport/guarded-fetch.ts'
import type { Outgoing, PreparedRequest, Target } from '../../upstream/outgoing.ts'
import { prepareBody } from './prepare-body.ts'
import type { KeptByName } from '../reasoning/find-reasoning.ts'
import { mayForget } from '../reasoning/may-forget.ts'
import { reasoningTexts, restoreReasoning } from '../reasoning/restore-reasoning.ts'
import { digestsOf, type TurnDigest } from '../reasoning/conversation-digests.ts'

export type ToPrepare = { readonly target: Target; readonly outgoing: Outgoing }

/** The work's input beside the body. */
export type Helpers = {
  /** The bytes are given away. */
  readonly fetch: FetchForPlaces
  readonly keptReasoning: KeptByName
}

/** A body for a target, and what was asked in no dialect; null: nobody had to know. */
export type Preparation = {
  readonly prepared: PreparedRequest | { readonly failure: AttemptFailure }
  readonly asked: Decoded<ModelRequest> | null
  /** The conversation before the answer, whose reasoning is kept; null: nothing of it is. */
  readonly before: TurnDigest | null
}

/** The body for a target. `known` is another target's work on the same request. */
export async function prepare(
  { target, outgoing }: ToPrepare,
  helpers: Helpers,
  known: Decoded<ModelRequest> | null = null,
): Promise<Preparation> {
  let asked = known
  const request = (): Decoded<ModelRequest> => (asked ??= read(outgoing))
  const prepared = await prepareBody(target, outgoing, {
    canonical: (supplier) => completed(request(), supplier, helpers),
    reasoningBefore: async () => {
      const read = request()
      return read.ok ? reasoningTexts(read.value, helpers.keptReasoning) : new Map()
    },
  })
  const isKept = !('failure' in prepared) && mayForget(outgoing, prepared, target.channel)
  const whole = isKept ? request() : null
  return {
    prepared,
    asked,
    before: whole?.ok === true ? digestsOf(whole.value).beforeAnswer : null,
  }
}

/** The reason may be that of an address in the request. */
type Completed = Decoded<ModelRequest, WrongReason | Phrase>

const read = (outgoing: Outgoing): Decoded<ModelRequest> =>
  clientOf(outgoing).asServer.request(JSON.parse(outgoing.body.toString('utf8')), outgoing)

/** The part that the loop gets: all that a stream is opened with. */
export function withoutMost(
  { prepared, asked, before }: Preparation,
  way: ClientsWay,
): Preparation {
  if (asked?.ok !== true) return { prepared, asked, before }
  return {
    prepared,
    before,
    asked: { ok: true, value: clientOf(way).asServer.remembered(asked.value) },
  }
}

/** The request with bytes for what the supplier does not fetch, and with the reasoning that was kept. */
async function completed(
  asked: Decoded<ModelRequest>,
  { fetches }: Supplier,
  { fetch, keptReasoning }: Helpers,
): Promise<Completed> {
  if (!asked.ok) return asked
  try {
    const whole = await restoreReasoning(asked.value, keptReasoning)
    return { ok: true, value: await bringBytes(whole, { fetch, fetches }) }
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error
    return { ok: false, field: 'address', reason: error.words }
  }
}
