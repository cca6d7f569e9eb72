import { z } from 'zod'
import type { BotAnswers, BotReply } from '../../domain/telegram/bot.ts'
import { type BotApi, BotApiError } from './bot-api.ts'
import { messageOf, pressOf, type Update } from './update.ts'

export type UpdateParts = {
  readonly api: BotApi
  /** Without the at sign. */
  readonly bot: string
  readonly answers: BotAnswers
}

/** Answers one update. Rejects with a `BotApiError` where Telegram takes no answer. */
export async function answerUpdate(
  update: Update,
  { api, bot, answers }: UpdateParts,
): Promise<void> {
  const message = messageOf(update)
  if (message !== null) {
    const reply = await answers.message(message, bot)
    if (reply !== null) await sendReply('sendMessage', { chat_id: message.chat.id }, reply, api)
    return
  }
  const pressed = pressOf(update)
  if (pressed === null) return
  const { queryId, messageId, press } = pressed
  const reply = await answers.press(press)
  // Unanswered, the button goes on turning.
  await api.call('answerCallbackQuery', { callback_query_id: queryId }, z.unknown())
  if (reply === null) return
  await sendReply('editMessageText', { chat_id: press.chat.id, message_id: messageId }, reply, api)
}

/** Where Telegram refuses the markup of an entry, its text goes out plain. */
async function sendReply(
  method: 'sendMessage' | 'editMessageText',
  to: Readonly<Record<string, number>>,
  { text, format, buttons }: BotReply,
  api: BotApi,
): Promise<void> {
  const payload = {
    ...to,
    text,
    link_preview_options: { is_disabled: true },
    ...(buttons.length > 0 && {
      reply_markup: {
        inline_keyboard: [
          buttons.map((button) => ({ text: button.text, callback_data: button.data })),
        ],
      },
    }),
  }
  try {
    const marked = format === null ? payload : { ...payload, parse_mode: format }
    await api.call(method, marked, z.unknown())
  } catch (error) {
    if (format === null || !isParseError(error)) throw error
    await api.call(method, payload, z.unknown())
  }
}

const isParseError = (error: unknown): boolean =>
  error instanceof BotApiError &&
  error.status === 400 &&
  /can't parse entities/i.test(error.message)
