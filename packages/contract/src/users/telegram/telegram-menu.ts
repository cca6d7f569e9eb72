import { z } from 'zod'
import { listQuery } from '../../list.ts'
import { filterText, Id, isStorable } from '../../scalars.ts'
import { whenMissing } from '../../when-missing.ts'
import { hasSoundMarkup, menuFormats } from './markup.ts'

export { type MenuFormat, menuFormats } from './markup.ts'

/** Commands that the bot itself answers. Entries cannot use these names. */
export const builtInCommands = [
  'start',
  'bind',
  'unbind',
  'balance',
  'recharge',
  'apikey',
  'aff',
] as const
export type BuiltInCommand = (typeof builtInCommands)[number]

const isFree = (command: string): boolean =>
  !(builtInCommands as readonly string[]).includes(command)

const Input = z.object({
  command: z
    .string({ error: whenMissing('telegram.command') })
    .trim()
    .min(1, 'telegram.command')
    .max(32)
    .regex(/^[a-z0-9_]+$/, 'telegram.command-characters')
    .refine(isFree, { error: 'telegram.command-built-in' }),
  description: z
    .string({ error: whenMissing('telegram.description') })
    .trim()
    .min(1, 'telegram.description')
    .max(255)
    .refine(isStorable, { error: 'field.characters' }),
  parse_mode: z.enum(menuFormats, { error: 'telegram.parse-mode' }),
  reply_message: z
    .string({ error: whenMissing('telegram.reply-message') })
    .refine((text) => text.trim() !== '', { error: 'telegram.reply-message' })
    .max(4_096)
    .refine(isStorable, { error: 'field.characters' }),
})

/** Telegram would refuse a message with broken markup. */
const withSoundMarkup = (entry: z.output<typeof Input>, context: z.RefinementCtx): void => {
  if (hasSoundMarkup(entry.reply_message, entry.parse_mode)) return
  context.addIssue({ code: 'custom', path: ['reply_message'], message: 'telegram.markup' })
}

export const TelegramMenuInput = Input.superRefine(withSoundMarkup)

export const TelegramMenuChange = Input.extend({ id: Id }).superRefine(withSoundMarkup)

export const TelegramMenu = z.object({
  id: z.number().int(),
  command: z.string(),
  description: z.string(),
  parse_mode: z.enum(menuFormats),
  reply_message: z.string(),
})
export type TelegramMenu = z.output<typeof TelegramMenu>

export const telegramMenuSorts = ['id', 'command'] as const
export type TelegramMenuSort = (typeof telegramMenuSorts)[number]

export const TelegramMenuQuery = listQuery(telegramMenuSorts, {
  /** A number, or part of a command. */
  keyword: filterText(50),
})
