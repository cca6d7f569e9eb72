import type { DialectName, SpokenDialect } from '../canonical/dialect.ts'
import { dialects } from '../dialects.ts'
import { type Fields, fieldsOf } from '../bytes/fields.ts'
import type { Supplier } from './supplier.ts'

/** The operation's name, for those who ask in which dialects a supplier counts. */
export const counting = 'count'

/** The question for a count at a supplier. */
export type CountRoute = { readonly operation: typeof counting; readonly dialect: DialectName }

/** The way to the count of a supplier, in the client's dialect where it can be; null: it does not count in any of those that are spoken. */
export function countRoute(
  { operations }: Pick<Supplier, 'operations'>,
  spoken: readonly SpokenDialect[],
  clients: DialectName,
): CountRoute | null {
  if (!operations.includes('count')) return null
  const able = spoken.filter(canCount)
  const dialect = able.includes(clients) ? clients : able[0]
  return dialect === undefined ? null : { operation: 'count', dialect }
}

const canCount = (dialect: SpokenDialect): dialect is DialectName =>
  dialect in dialects && dialects[dialect as DialectName].asClient.count !== null

/** The question for a request of the dialect; null: it has none. */
export function countRequest(dialect: DialectName, request: Fields, model: string): Fields | null {
  const { count } = dialects[dialect].asClient
  if (count === null) return null
  const taken = Object.entries(request).filter(([name]) => count.fields.includes(name))
  return count.body(Object.fromEntries(taken), model)
}

/** The count in an answer; null: it is none. */
export function countIn(dialect: DialectName, answer: unknown): number | null {
  const tokens = fieldsOf(answer)?.[dialects[dialect].asClient.count?.tokens ?? '']
  return typeof tokens === 'number' && Number.isSafeInteger(tokens) && tokens >= 0 ? tokens : null
}
