import { tokenStatus } from '@posthouse/contract/token'
import { dayIn } from '../../lib/zone.ts'
import { previewOf } from '../../domain/tokens/key.ts'
import { statusOf } from '../../domain/tokens/token.ts'
import type { TokenWithFigures } from '../../domain/tokens/token-store.ts'
import { tokensBelow } from '../../domain/tokens/tokens-below.ts'
import type { Handler } from '../call.ts'
import type { Cell } from '../csv/csv-file.ts'
import { dollars, namesOf, time } from '../csv/cells.ts'
import { exportPageRows, pagesById } from '../csv/pages-by-id.ts'

type About = { readonly now: number; readonly timeZone: string; readonly perUnit: number }

export const exportTokens: Handler<'exportTokens'> = async ({ query }, { caller, parts }) => {
  const now = parts.clock.now()
  const { QuotaPerUnit: perUnit } = parts.snapshot.get().settings
  const of = { userId: caller.id, filter: query, now }
  const about = { now, timeZone: query.time_zone, perUnit }
  return {
    name: 'tokens',
    day: dayIn(now, query.time_zone),
    columns: columns.map(([name]) => name),
    pages: pagesById(
      (before) => tokensBelow(parts.db, of, { before, size: exportPageRows }),
      (tokens) => tokens.map((token) => columns.map(([, cell]) => cell(token, about))),
    ),
  }
}

const statusName = namesOf(tokenStatus)

const columns: readonly [string, (token: TokenWithFigures, about: About) => Cell][] = [
  ['id', ({ id }) => id],
  ['name', ({ name }) => name],
  ['status', (token, { now }) => statusName(statusOf(token, token.unspent, now))],
  ['key', (token) => previewOf(token)],
  ['group', ({ group }) => group],
  ['unlimited', ({ unlimited }) => unlimited],
  ['remaining_quota', ({ unlimited, remaining }) => (unlimited ? null : remaining)],
  [
    'remaining_usd',
    ({ unlimited, remaining }, { perUnit }) => (unlimited ? null : dollars(remaining, perUnit)),
  ],
  ['used_quota', ({ used }) => used],
  ['used_usd', ({ used }, { perUnit }) => dollars(used, perUnit)],
  ['models', ({ limits }) => limits.models.join(' ')],
  ['created', ({ createdAt }, { timeZone }) => time(createdAt, timeZone)],
  ['last_used', ({ accessedAt }, { timeZone }) => time(accessedAt, timeZone)],
  ['expires', ({ expiresAt }, { timeZone }) => time(expiresAt, timeZone)],
]
