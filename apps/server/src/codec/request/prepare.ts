import type { Supplier } from '@posthouse/llm/suppliers/supplier'
import type { Phrase } from '@posthouse/contract/phrases'
import type { DecodeResult } from '@posthouse/llm/canonical/decode-result'
import type { WrongReason } from '@posthouse/llm/canonical/invalid-reason'
import type { ModelRequest } from '@posthouse/llm/canonical/request'
import type { AttemptFailure } from '../../upstream/attempt-failure.ts'
import { bringBytes, type FetchForPlaces } from './edits/bring-bytes.ts'
import type { ClientRoute } from '../../domain/channels/dialect-choice.ts'
import { clientOf } from '@posthouse/llm/dialects'
import { FetchRefused } from '../../upstream/transport/guarded-fetch.ts'
import type { Outgoing, PreparedRequest, Target } from '../../upstream/outgoing.ts'
import { prepareBody } from './prepare-body.ts'
import type { KeptByName } from '../reasoning/find-reasoning.ts'
import { mayForget } from '../reasoning/may-forget.ts'
import { reasoningTexts, restoreReasoning } from '../reasoning/restore-reasoning.ts'
import { digestsOf, type TurnDigest } from '../reasoning/conversation-digests.ts'

export type ToPrepare = { readonly target: Target; readonly outgoing: Outgoing }

/** Inputs of the work besides the body. */
export type Helpers = {
  /** The bytes are transferred to the caller. */
  readonly fetch: FetchForPlaces
  readonly keptReasoning: KeptByName
}

/** A body for a target, and the canonical request if it was needed. */
export type Preparation = {
  readonly prepared: PreparedRequest | { readonly failure: AttemptFailure }
  readonly asked: DecodeResult<ModelRequest> | null
  /** Digest of the conversation, if the answer's reasoning is stored. */
  readonly before: TurnDigest | null
}

/** Prepares a body. `known` is the result of an earlier target. */
export async function prepare(
  { target, outgoing }: ToPrepare,
  helpers: Helpers,
  known: DecodeResult<ModelRequest> | null = null,
): Promise<Preparation> {
  let asked = known
  const request = (): DecodeResult<ModelRequest> => (asked ??= read(outgoing))
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

/** A reason may concern an address in the request. */
type Completed = DecodeResult<ModelRequest, WrongReason | Phrase>

const read = (outgoing: Outgoing): DecodeResult<ModelRequest> =>
  clientOf(outgoing).asServer.request(JSON.parse(outgoing.body.toString('utf8')), outgoing)

/** The part that the loop needs to open a stream. */
export function withoutMost(
  { prepared, asked, before }: Preparation,
  way: ClientRoute,
): Preparation {
  if (asked?.ok !== true) return { prepared, asked, before }
  return {
    prepared,
    before,
    asked: { ok: true, value: clientOf(way).asServer.remembered(asked.value) },
  }
}

/** Adds bytes for links that the supplier does not fetch, and stored reasoning. */
async function completed(
  asked: DecodeResult<ModelRequest>,
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
