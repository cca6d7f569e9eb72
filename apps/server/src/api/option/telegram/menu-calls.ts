import { Refusal } from '@posthouse/contract/refusal'
import type { TelegramMenu } from '@posthouse/contract/telegram-menu'
import { sql } from 'kysely'
import { isUniqueViolation } from '../../../db/database-error.ts'
import { telegramMenus } from '../../../domain/telegram/menu-noun.ts'
import type { Handler } from '../../call.ts'
import { askingOf } from '../../noun/asking.ts'
import { deleteOf, getOf, listOf } from '../../noun/calls-of.ts'
import { writeNoun } from '../../noun/write-noun.ts'
import { idOut } from '../../present.ts'

type Entry = Awaited<ReturnType<typeof telegramMenus.find>>

const menusOut = (entries: readonly Entry[]): TelegramMenu[] =>
  entries.map(({ id, command, description, format, reply_message }) => ({
    id: idOut(id),
    command,
    description,
    parse_mode: format,
    reply_message,
  }))

export const listTelegramMenus: Handler<'listTelegramMenus'> = listOf(telegramMenus, menusOut)

export const getTelegramMenu: Handler<'getTelegramMenu'> = getOf(telegramMenus, menusOut)

export const createTelegramMenu: Handler<'createTelegramMenu'> = async ({ body }, call) => {
  const { id } = await writeNoun(telegramMenus, call, (transaction) =>
    transaction.insertInto('telegram_menus').values(body).returning('id').executeTakeFirstOrThrow(),
  ).catch(orTaken)
  return getTelegramMenu({ params: { id: Number(id) } }, call)
}

export const updateTelegramMenu: Handler<'updateTelegramMenu'> = async ({ body }, call) => {
  const { id, ...entry } = body
  await writeNoun(telegramMenus, call, async (transaction) => {
    const found = await telegramMenus.find(transaction, askingOf(call), id)
    await transaction
      .updateTable('telegram_menus')
      .set({ ...entry, version: sql<bigint>`version + 1` })
      .where('id', '=', found.id)
      .execute()
  }).catch(orTaken)
  return getTelegramMenu({ params: { id } }, call)
}

export const deleteTelegramMenu: Handler<'deleteTelegramMenu'> = deleteOf(telegramMenus)

/** Another entry has the command. */
function orTaken(error: unknown): never {
  if (!isUniqueViolation(error)) throw error
  throw new Refusal('telegram.command-taken', {}, { field: 'command' })
}
