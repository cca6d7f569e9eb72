import type { DialectName, SpokenDialect } from '@posthouse/llm/canonical/dialect'
import { spokenBySuppliers } from '@posthouse/llm/dialects'
import type { UsageEvent } from '@posthouse/llm/canonical/event'
import type { OperationName } from '@posthouse/llm/operations/operation'
import { pieceBetween } from '@posthouse/llm/operations'
import type { PieceRequestFacts, PieceTranslation } from '@posthouse/llm/operations/piece'
import { tooDeep } from '@posthouse/llm/canonical/answer-bounds'
import { type Fields, fieldsOf, textOf } from '@posthouse/llm/bytes/fields'
import { isTooDeep } from '@posthouse/llm/bytes/nesting'
import type { ReportedUsage } from '../../charging/reported-usage.ts'
import { jsonOf } from './scan/scan.ts'
import { withUsage } from './with-usage.ts'
import type { NoAnswer, Tell } from './answers.ts'

/** How to process an answer in one piece. */
export type PieceWay = {
  readonly operation: OperationName
  readonly from: SpokenDialect
  readonly to: DialectName
  readonly asked: PieceRequestFacts
}

export type PieceFound =
  | NoAnswer
  /** `body` is null if unchanged. */
  | { readonly kind: 'piece'; readonly body: Uint8Array | null }

/** The answer for the client, with the usage to show. */
export async function pieceIn(way: PieceWay, body: Buffer, tell: Tell): Promise<PieceFound> {
  const piece = pieceOf(way)
  const text = body.toString('utf8')
  if (isTooDeep(text)) return { kind: 'failed', failure: tooDeep.failure }
  const fields = fieldsOf(jsonOf(text))
  if (fields === null) return { kind: 'no-json' }
  const failure = piece.failure(fields)
  if (failure !== null) return { kind: 'failed', failure }
  if (!piece.gives(fields)) return { kind: 'empty' }
  const reported = pieceReport(way, fields[piece.usageField], textOf(fields['service_tier']))
  const used = await tell({ reported, said: nothingSaid, isEmpty: false, seen: [] })
  const told = reported !== null || piece.usageRequired ? used : null
  const usage = told === null ? {} : piece.usage(told)
  const { from, to, asked } = way
  if (from !== to) {
    return { kind: 'piece', body: bytesOf({ ...piece.answer(fields, asked), ...usage }) }
  }
  const recast = piece.form?.recast(fields, asked) ?? null
  return { kind: 'piece', body: inOwnWords(body, { to, recast, usage, told }) }
}

export function pieceOf({ operation, from, to }: Omit<PieceWay, 'asked'>): PieceTranslation {
  const piece = pieceBetween(operation, to, from)
  if (piece === null) throw new Error(`${from} answers nothing of ${operation} to ${to}`)
  return piece
}

/** The report of the answer. */
export function pieceReport(
  way: Omit<PieceWay, 'asked'>,
  usage: unknown,
  tier: string | null,
): ReportedUsage | null {
  const read = pieceOf(way).reported ?? spokenBySuppliers[way.from].usage
  const reported = read(usage)
  return reported === null || tier === null ? reported : { ...reported, tier }
}

type OwnWords = Pick<PieceWay, 'to'> & {
  readonly recast: Fields | null
  readonly usage: Fields
  readonly told: UsageEvent | null
}

/** The answer for a client of the same dialect; null if unchanged. */
function inOwnWords(body: Buffer, { to, recast, usage, told }: OwnWords): Uint8Array | null {
  const asAsked = recast === null ? body : bytesOf(recast)
  if (told?.counted === true) return counted(asAsked, to, usage)
  return recast === null ? null : asAsked
}

/** Replaces the usage only. */
function counted(body: Buffer, dialect: DialectName, told: Fields): Uint8Array {
  const [usage] = Object.values(told).map(fieldsOf)
  return withUsage({ body, dialect, usage: usage ?? {} })
}

/** No text to count. */
const nothingSaid = { kept: '', bytes: 0 }

const bytesOf = (fields: Fields): Buffer => Buffer.from(JSON.stringify(fields))
