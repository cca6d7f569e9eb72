import { tokenStatus } from '@posthouse/contract/token'
import { previewOf } from '../../domain/tokens/key.ts'
import type { TokenWithFigures } from '../../domain/tokens/token-noun.ts'
import { statusOf } from '../../domain/tokens/token.ts'
import { dollars, namesOf, time } from '../csv/cells.ts'
import type { Columns } from '../noun/export-of.ts'

const statusName = namesOf(tokenStatus)

export const tokenColumns: Columns<TokenWithFigures> = [
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
