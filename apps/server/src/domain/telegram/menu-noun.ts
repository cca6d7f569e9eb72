import { menuFormats, type TelegramMenuSort } from '@posthouse/contract/telegram-menu'
import { Refusal } from '@posthouse/contract/refusal'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { escapeLike } from '../../lib/search.ts'
import { declareNoun } from '../noun/noun.ts'

const rows = (db: Kysely<Tables>) =>
  db.selectFrom('telegram_menus').where('deleted_at', 'is', null).selectAll()

/** Custom bot commands. */
export const telegramMenus = declareNoun({
  table: 'telegram_menus',
  whose: 'administrators',
  held: 'nothing',
  missing: () => new Refusal('telegram.menu-not-found', {}),
  rows,
  filter(some: ReturnType<typeof rows>, { keyword }: { readonly keyword: string }) {
    if (keyword === '') return some
    const pattern = `%${escapeLike(keyword.replace(/^\//, '').toLowerCase())}%`
    return some.where((is) =>
      is.or([
        sql<boolean>`telegram_menus.command like ${pattern} escape '\\'`,
        sql<boolean>`cast(telegram_menus.id as text) = ${keyword}`,
      ]),
    )
  },
  read: (row) => ({ ...row, format: formatOf(row.parse_mode) }),
  sorts: { id: 'telegram_menus.id', command: 'telegram_menus.command' } satisfies Record<
    TelegramMenuSort,
    string
  >,
  names: ['command'],
  restores: {},
})

export const formatOf = (text: string) => menuFormats.find((format) => format === text) ?? 'HTML'
