import type { MenuFormat } from '@posthouse/contract/telegram-menu'
import type { BotStatus } from '@posthouse/contract/telegram-bot'

/** Somebody on Telegram, as Telegram names them. */
export type TelegramPerson = {
  readonly id: number
  /** What they are called there. May be empty. */
  readonly name: string
  readonly languageCode: string
}

export type TelegramChat = { readonly id: number; readonly isPrivate: boolean }

/** What somebody wrote to the bot. */
export type TelegramMessage = {
  readonly from: TelegramPerson
  readonly chat: TelegramChat
  readonly text: string
}

/** A button under one of the bot's messages. */
export type TelegramPress = {
  readonly from: TelegramPerson
  readonly chat: TelegramChat
  readonly data: string
}

export type BotButton = { readonly text: string; readonly data: string }

export type BotReply = {
  readonly text: string
  /** Null: plain text. */
  readonly format: MenuFormat | null
  readonly buttons: readonly BotButton[]
}

export type BotCommand = { readonly command: string; readonly description: string }

/** What the bot asks the domain. */
export type BotAnswers = {
  /** Null: nothing is said. */
  message(message: TelegramMessage, bot: string): Promise<BotReply | null>
  press(press: TelegramPress): Promise<BotReply | null>
  /** The commands that Telegram's menu shows. */
  commands(language: 'zh' | 'en'): Promise<readonly BotCommand[]>
}

/** How sending a text ended. */
export type BotSendEnd =
  | { readonly sent: true }
  | { readonly sent: false; readonly reason: string; readonly isTemporary: boolean }

/** The port behind which the bot runs. */
export type BotPort = {
  status(): BotStatus
  /** Tells Telegram the commands again. False: the bot does not run. */
  reload(): Promise<boolean>
  /** Null: the bot does not run. */
  send(chat: string, text: string): Promise<BotSendEnd | null>
}
