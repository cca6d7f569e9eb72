import type { Supplier } from '@posthouse/llm/suppliers/supplier'
import type { Phrase } from '@posthouse/contract/phrases'
import type { Decoded } from '@posthouse/llm/dialects/decoded'
import type { WrongReason } from '@posthouse/llm/dialects/wrong-reason'
import type { ModelRequest } from '@posthouse/llm/request'
import type { AttemptFailure } from '../../upstream/attempt-failure.ts'
import { bringBytes, type FetchForPlaces } from '../../upstream/body/bring-bytes.ts'
import type { ClientsWay } from '../../domain/channels/spoken.ts'
import { clientOf } from '@posthouse/llm/dialects'
import { FetchRefused } from '../../upstream/transport/guarded-fetch.ts'
import type { Outgoing, Prepared, Target } from '../../upstream/outgoing.ts'
import { prepareBody } from '../../upstream/body/prepare-body.ts'
import { restoreReasoning } from '../relay/signatures/restore-reasoning.ts'
import type { KeptReasoning } from '../relay/signatures/signature-store.ts'

export type ToPrepare = { readonly target: Target; readonly outgoing: Outgoing }

/** The work's input beside the body. */
export type Helpers = {
  /** The bytes are given away. */
  readonly fetch: FetchForPlaces
  /** Reasoning before tool calls, in their order. */
  readonly keptReasoning: (callIds: readonly string[]) => Promise<readonly (KeptReasoning | null)[]>
}

/** A body for a target, and what was asked in no dialect; null: nobody had to know. */
export type Preparation = {
  readonly prepared: Prepared | { readonly failure: AttemptFailure }
  readonly asked: Decoded<ModelRequest> | null
}

/** The body for a target. `known` is another target's work on the same request. */
export async function prepare(
  { target, outgoing }: ToPrepare,
  helpers: Helpers,
  known: Decoded<ModelRequest> | null = null,
): Promise<Preparation> {
  let asked = known
  const prepared = await prepareBody(target, outgoing, {
    canonical: (supplier) => {
      asked ??= read(outgoing)
      return completed(asked, supplier, helpers)
    },
    reasoningBefore: async (ids) => (await helpers.keptReasoning(ids)).map(wordsOf),
  })
  return { prepared, asked }
}

/** The reason may be that of an address in the request. */
type Completed = Decoded<ModelRequest, WrongReason | Phrase>

const read = (outgoing: Outgoing): Decoded<ModelRequest> =>
  clientOf(outgoing).asServer.request(JSON.parse(outgoing.body.toString('utf8')), outgoing)

/** The part that the loop gets: all that a stream is opened with. */
export function withoutMost({ prepared, asked }: Preparation, way: ClientsWay): Preparation {
  if (asked?.ok !== true) return { prepared, asked }
  return { prepared, asked: { ok: true, value: clientOf(way).asServer.remembered(asked.value) } }
}

const wordsOf = (kept: KeptReasoning | null): string | null =>
  kept === null ? null : kept.reasoning.map(({ text }) => text).join('')

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
