import type { Selection } from '@posthouse/contract/bulk'
import { tokenStatus } from '@posthouse/contract/token'
import type { Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { ChangedRows } from '../undo/restorable.ts'
import { requireExpected, selectedMax } from '../undo/selected.ts'
import { type TokenFilter, filtered, withFigures } from './token-filter.ts'
import { tokenWithFigures } from './token-store.ts'
import { statusOf } from './token.ts'

/** Which tokens of whom: another's are not found, named or not. */
type Asked = {
  readonly userId: bigint
  readonly select: Selection<TokenFilter>
  readonly at: number
}

/** Enables or disables many tokens. What has expired or is used up cannot be enabled and is skipped. */
export async function changeTokens(
  transaction: Transaction<Tables>,
  asked: Asked & { readonly status: 1 | 2 },
): Promise<{ changed: ChangedRows; skipped: number }> {
  const rows = await selected(transaction, asked)
  const able = rows.filter((row) => {
    const token = tokenWithFigures(row)
    const after = { ...token, enabled: asked.status === tokenStatus.enabled }
    return statusOf(after, token.unspent, asked.at) === asked.status
  })
  const different = able.filter((row) => row.status !== BigInt(asked.status))
  if (different.length > 0) {
    await transaction
      .updateTable('tokens')
      .set((is) => ({ status: BigInt(asked.status), version: is('version', '+', 1n) }))
      .where('id', 'in', idsOf(different))
      .where('user_id', '=', asked.userId)
      .execute()
  }
  const changed = different.map(({ id, version, status }) => ({
    id,
    version: version + 1n,
    values: [status],
  }))
  return {
    changed: { table: 'tokens', columns: ['status'], rows: changed },
    skipped: rows.length - able.length,
  }
}

/** Deletes many tokens; the owner's copies of their keys go too. Answers how many. */
export async function deleteTokens(
  transaction: Transaction<Tables>,
  asked: Asked,
): Promise<number> {
  const ids = idsOf(await selected(transaction, asked))
  if (ids.length === 0) return 0
  await transaction
    .updateTable('tokens')
    .set((is) => ({
      deleted_at: BigInt(asked.at),
      key_sealed: '',
      version: is('version', '+', 1n),
    }))
    .where('id', 'in', ids)
    .where('user_id', '=', asked.userId)
    .execute()
  return ids.length
}

async function selected(transaction: Transaction<Tables>, { userId, select, at }: Asked) {
  const none: TokenFilter = { keyword: '', status: 0 }
  const byIds = 'ids' in select
  const own = filtered(withFigures(transaction), userId, byIds ? none : select.filter, at)
  const some = byIds ? own.where('tokens.id', 'in', select.ids.map(BigInt)) : own
  const rows = await some.limit(selectedMax).execute()
  requireExpected(select, rows.length)
  return rows
}

const idsOf = (rows: readonly { id: bigint }[]): bigint[] => rows.map(({ id }) => id)
