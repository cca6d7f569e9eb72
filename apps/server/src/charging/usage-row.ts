import { logType } from '@posthouse/contract/log'
import { callOf, type Meters, metersOf } from '@posthouse/llm/canonical/meter'
import type { RequestFacts } from './request-facts.ts'
import { inputTokensOf, outputTokensOf, type Usage } from '@posthouse/llm/canonical/usage'
import { cut } from '../lib/cut.ts'
import { chargeRecord, type PriceInputs } from '../domain/pricing/charge-record.ts'
import type { Charge } from '../domain/pricing/price.ts'
import { supplierCost } from '../domain/pricing/supplier-price.ts'
import { priceServed, type TierFacts } from '../domain/pricing/tier.ts'
import { extensionsText } from '../domain/usage-log/extensions.ts'
import type { Account } from '../domain/accounts/account.ts'
import type { UserGroup } from '../domain/snapshot/snapshot.ts'
import type { Token } from '../domain/tokens/token.ts'
import type { Doubt } from './reported-usage.ts'
import type { Extension } from './running-hold.ts'
import type { PricedCandidate } from '../domain/pricing/priced-candidate.ts'
import type { SqlRow } from '../domain/usage-log/sql-row.ts'

export type Payer = {
  readonly owner: Pick<Account, 'id' | 'username'>
  readonly token: Pick<Token, 'id' | 'name'>
  readonly group: Pick<UserGroup, 'symbol' | 'ratioMillionths'>
}

export type Served = Pick<PricedCandidate, 'priced' | 'entry' | 'supplier'> & {
  readonly channel: Pick<PricedCandidate['channel'], 'id' | 'name'>
}

export type Cause = {
  /** Id of the charge and its hold; the request id if a request has one charge. */
  readonly chargeId: string
  /** `x-request-id` of the client, or empty. */
  readonly clientRequestId: string
  readonly dialect: string
  readonly sourceIp: string
  readonly bookRevision: bigint
}

export type UsageRowFacts = {
  readonly cause: Cause
  readonly payer: Payer
  readonly model: string
  readonly stream: boolean
  readonly candidate: Served | null
  readonly now: number
  readonly durationMs: number
  readonly firstContentMs: number | null
  readonly usage: Usage
  readonly usageSource: string
  readonly outcome: string
  readonly status: number
  readonly errorCode: string
  readonly content: string
  readonly held: bigint
  readonly extensions: readonly Extension[]
  readonly charge: Charged | null
  readonly doubts: readonly Doubt[]
  /** Output limit that we added upstream; 0 if none. */
  readonly addedLimit: number
  readonly isError: boolean
}

/** A row of `usage_log`. The ledger fills `quota` and `written_off` when it settles. */
export function usageRow(facts: UsageRowFacts): SqlRow {
  const { cause, payer, candidate, usage } = facts
  return {
    request_id: cause.chargeId,
    type: BigInt(facts.isError ? logType.error : logType.consumption),
    created_at: BigInt(facts.now),
    user_id: payer.owner.id,
    username: payer.owner.username,
    token_id: payer.token.id,
    token_name: payer.token.name,
    channel_id: candidate?.channel.id ?? 0n,
    channel_name: candidate?.channel.name ?? '',
    model: facts.model,
    priced_model: candidate?.priced ?? '',
    group: payer.group.symbol,
    dialect: cause.dialect,
    is_stream: facts.stream ? 1n : 0n,
    duration_ms: BigInt(facts.durationMs),
    first_content_ms: facts.firstContentMs === null ? null : BigInt(facts.firstContentMs),
    input_tokens: BigInt(inputTokensOf(usage)),
    output_tokens: BigInt(outputTokensOf(usage)),
    usage_source: facts.usageSource,
    outcome: facts.outcome,
    status: BigInt(facts.status),
    error_code: facts.errorCode,
    quota: 0n,
    written_off: 0n,
    held: facts.held,
    extensions: extensionsText(facts.extensions),
    book_revision: cause.bookRevision,
    group_ratio_millionths: payer.group.ratioMillionths,
    added_limit: BigInt(facts.addedLimit),
    doubts: doubtsText(facts.doubts),
    ...usedText(facts),
    client_request_id: cut(cause.clientRequestId, clientIdCharactersMax),
    source_ip: cause.sourceIp,
    content: cut(facts.content, contentCharactersMax),
    cost: costOf(facts),
  }
}

const usedText = ({ usage, charge }: UsageRowFacts) =>
  charge === null
    ? { usage: JSON.stringify(metersOf(usage)), charge: '' }
    : {
        usage: JSON.stringify(charge.used),
        charge: chargeRecord(charge.used, charge.facts),
      }

function costOf({ candidate, charge }: UsageRowFacts): bigint | null {
  const supplier = candidate?.supplier ?? null
  return supplier === null || charge === null ? null : supplierCost(supplier, charge)
}

const contentCharactersMax = 1_000
const clientIdCharactersMax = 128

const doubtsText = (doubts: readonly Doubt[]): string =>
  doubts.length === 0 ? '' : JSON.stringify(doubts)

type Charged = PriceInputs & { readonly charge: Charge }

/** Charge for usage and other meters at a candidate's price. */
export function chargeOf(
  usage: Usage,
  {
    candidate,
    payer,
    tier,
    beganAt,
    request,
    beside = request.beside ?? [],
  }: {
    candidate: Pick<Served, 'entry'>
    payer: Pick<Payer, 'group'>
    tier: TierFacts
    /** Epoch milliseconds. */
    beganAt: number
    request: Pick<RequestFacts, 'answers' | 'kind' | 'beside'>
    /** Other meters used. Defaults to the requested ones. */
    beside?: Meters
  },
): Charged {
  const { ratioMillionths } = payer.group
  const used = [...metersOf(usage), callOf(request), ...beside]
  const { entry } = candidate
  return { used, ...priceServed(used, { entry, ratioMillionths, beganAt }, tier) }
}
