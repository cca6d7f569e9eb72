import { z } from 'zod'
import { Seconds } from '../../scalars.ts'

/** `running`, or why the bot does not run. */
export const botPhases = [
  'off',
  'no-token',
  'no-address',
  'starting',
  'running',
  'token-refused',
  'unreachable',
  'refused',
] as const

export const BotStatus = z.object({
  mode: z.enum(['polling', 'webhook']),
  phase: z.enum(botPhases),
  username: z.string().describe('Empty while the bot does not run'),
  name: z.string(),
  detail: z.string().describe('What Telegram answered, where it refused'),
  last_update_time: Seconds.describe('0: none since this server started'),
})
export type BotStatus = z.output<typeof BotStatus>

export const BindCode = z.object({
  code: z.string(),
  link: z.string().describe('Opens the bot in Telegram and binds'),
  bot: z.string(),
  expires_time: Seconds,
})
export type BindCode = z.output<typeof BindCode>
