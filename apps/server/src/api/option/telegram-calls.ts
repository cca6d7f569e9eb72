import { Refusal } from '@posthouse/contract/refusal'
import type { TelegramMenu } from '@posthouse/contract/telegram-menu'
import { sql } from 'kysely'
import { isUniqueViolation } from '../../db/database-error.ts'
import { bindCodeMinutes, createBindCode } from '../../domain/telegram/bind-account.ts'
import { telegramMenus } from '../../domain/telegram/menu-noun.ts'
import type { Handler, Handlers } from '../call.ts'
import { askingOf, writeNoun } from '../noun/noun-call.ts'
import { deleteOf, getOf, listOf } from '../noun/calls-of.ts'
import { idOut, secondsOut } from '../present.ts'
import { requireRecent } from '../user/require-proof.ts'

const createTelegramCode: Handler<'createTelegramCode'> = async (_input, call) => {
  const { caller, parts, session } = call
  const { username: bot } = parts.bot.status()
  if (bot === '') throw new Refusal('telegram.off', {})
  await requireRecent(session, call)
  const bindings = await parts.identities.listOf(caller.id)
  if (bindings.some(({ provider }) => provider === 'telegram')) {
    throw new Refusal('telegram.bound', {})
  }
  const code = await createBindCode(caller.id, parts.challenges)
  const expires = parts.clock.now() + bindCodeMinutes * 60_000
  const link = `https://t.me/${bot}?start=${code}`
  return { code, bot, link, expires_time: secondsOut(expires, 0) }
}

const getTelegramStatus: Handler<'getTelegramStatus'> = async (_input, { parts }) =>
  parts.bot.status()

const reloadTelegramMenu: Handler<'reloadTelegramMenu'> = async (_input, { parts }) => {
  if (!(await parts.bot.reload())) throw new Refusal('telegram.off', {})
  return null
}

type Entry = Awaited<ReturnType<typeof telegramMenus.find>>

const menusOut = (entries: readonly Entry[]): TelegramMenu[] =>
  entries.map(({ id, command, description, format, reply_message }) => ({
    id: idOut(id),
    command,
    description,
    parse_mode: format,
    reply_message,
  }))

const listTelegramMenus: Handler<'listTelegramMenus'> = listOf(telegramMenus, menusOut)

const getTelegramMenu: Handler<'getTelegramMenu'> = getOf(telegramMenus, menusOut)

const createTelegramMenu: Handler<'createTelegramMenu'> = async ({ body }, call) => {
  const { id } = await writeNoun(telegramMenus, call, (transaction) =>
    transaction.insertInto('telegram_menus').values(body).returning('id').executeTakeFirstOrThrow(),
  ).catch(refuseTakenCommand)
  return getTelegramMenu({ params: { id: Number(id) } }, call)
}

const updateTelegramMenu: Handler<'updateTelegramMenu'> = async ({ body }, call) => {
  const { id, ...entry } = body
  await writeNoun(telegramMenus, call, async (transaction) => {
    const found = await telegramMenus.find(transaction, askingOf(call), id)
    await transaction
      .updateTable('telegram_menus')
      .set({ ...entry, version: sql<bigint>`version + 1` })
      .where('id', '=', found.id)
      .execute()
  }).catch(refuseTakenCommand)
  return getTelegramMenu({ params: { id } }, call)
}

const deleteTelegramMenu: Handler<'deleteTelegramMenu'> = deleteOf(telegramMenus)

/** Turns a violation of the unique index into a refusal. */
function refuseTakenCommand(error: unknown): never {
  if (!isUniqueViolation(error)) throw error
  throw new Refusal('telegram.command-taken', {}, { field: 'command' })
}

export const telegramHandlers = {
  createTelegramCode,
  getTelegramStatus,
  reloadTelegramMenu,
  listTelegramMenus,
  getTelegramMenu,
  createTelegramMenu,
  updateTelegramMenu,
  deleteTelegramMenu,
} satisfies Partial<Handlers>
