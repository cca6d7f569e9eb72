import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { BotCommand, BotReply } from './bot.ts'
import { formatOf } from './menu-noun.ts'

export type MenuStore = ReturnType<typeof createMenuStore>

/** Telegram accepts a hundred commands, built-in ones included. */
const shownMost = 90

const present = (db: Kysely<Tables>) =>
  db.selectFrom('telegram_menus').where('deleted_at', 'is', null)

export const createMenuStore = (db: Kysely<Tables>) => ({
  async commands(): Promise<BotCommand[]> {
    return present(db).select(['command', 'description']).orderBy('id').limit(shownMost).execute()
  },

  async replyTo(command: string): Promise<BotReply | null> {
    const row = await present(db)
      .where('command', '=', command)
      .select(['parse_mode', 'reply_message'])
      .executeTakeFirst()
    if (row === undefined) return null
    return { text: row.reply_message, format: formatOf(row.parse_mode), buttons: [] }
  },
})
