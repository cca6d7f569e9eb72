import { z } from 'zod'
import type {
  TelegramChat,
  TelegramMessage,
  TelegramPerson,
  TelegramPress,
} from '../../domain/telegram/bot.ts'

const User = z.object({
  id: z.number().int().positive(),
  is_bot: z.boolean().default(false),
  first_name: z.string().default(''),
  username: z.string().default(''),
  language_code: z.string().default(''),
})
const Chat = z.object({ id: z.number().int(), type: z.string() })
const Message = z.object({
  message_id: z.number().int(),
  chat: Chat,
  from: User.optional(),
  text: z.string().optional(),
})

export const Update = z.object({
  update_id: z.number().int(),
  message: z.unknown().optional(),
  callback_query: z.unknown().optional(),
})
export type Update = z.output<typeof Update>

const Query = z.object({
  id: z.string(),
  from: User,
  message: Message.optional(),
  data: z.string().optional(),
})

/** The kinds that Telegram is asked for. */
export const allowedUpdates = ['message', 'callback_query'] as const

/** A text that a person wrote. Null: something else, such as a picture. */
export function messageOf({ message }: Update): TelegramMessage | null {
  const parsed = Message.safeParse(message)
  if (!parsed.success) return null
  const { chat, from, text } = parsed.data
  if (from === undefined || from.is_bot || text === undefined) return null
  return { from: personOf(from), chat: chatOf(chat), text }
}

export type PressedButton = {
  readonly queryId: string
  readonly messageId: number
  readonly press: TelegramPress
}

export function pressOf({ callback_query: query }: Update): PressedButton | null {
  const parsed = Query.safeParse(query)
  if (!parsed.success) return null
  const { id, from, message, data } = parsed.data
  if (message === undefined || data === undefined) return null
  const press = { from: personOf(from), chat: chatOf(message.chat), data }
  return { queryId: id, messageId: message.message_id, press }
}

const personOf = (user: z.output<typeof User>): TelegramPerson => ({
  id: user.id,
  name: (user.username === '' ? user.first_name : `@${user.username}`).slice(0, 64),
  languageCode: user.language_code,
})

const chatOf = ({ id, type }: z.output<typeof Chat>): TelegramChat => ({
  id,
  isPrivate: type === 'private',
})
