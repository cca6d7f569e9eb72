import type { MenuFormat } from '@posthouse/contract/telegram-menu'
import type { BotStatus } from '@posthouse/contract/telegram-bot'

export type TelegramPerson = {
  readonly id: number
  /** Display name, possibly empty. */
  readonly name: string
  readonly languageCode: string
}

export type TelegramChat = { readonly id: number; readonly isPrivate: boolean }

export type TelegramMessage = {
  readonly from: TelegramPerson
  readonly chat: TelegramChat
  readonly text: string
}

/** A button press under one of the bot's messages. */
export type TelegramPress = {
  readonly from: TelegramPerson
  readonly chat: TelegramChat
  readonly data: string
}

export type BotButton = { readonly text: string; readonly data: string }

export type BotReply = {
  readonly text: string
  /** Null for plain text. */
  readonly format: MenuFormat | null
  readonly buttons: readonly BotButton[]
}

export type BotCommand = { readonly command: string; readonly description: string }

export type BotAnswers = {
  /** Null for no reply. */
  message(message: TelegramMessage, bot: string): Promise<BotReply | null>
  press(press: TelegramPress): Promise<BotReply | null>
  /** Commands for Telegram's menu. */
  commands(language: 'zh' | 'en'): Promise<readonly BotCommand[]>
}

export type BotSendEnd =
  | { readonly sent: true }
  | { readonly sent: false; readonly reason: string; readonly isTemporary: boolean }

export type BotPort = {
  status(): BotStatus
  /** Updates the commands at Telegram. False if the bot is not running. */
  reload(): Promise<boolean>
  /** Null if the bot is not running. */
  send(chat: string, text: string): Promise<BotSendEnd | null>
}
