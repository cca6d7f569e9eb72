import { z } from 'zod'
import { Id, Seconds } from '../scalars.ts'
import { channelStatus } from './channel.ts'

/** A key of a channel. No answer contains the key itself. */
export const StoredKey = z.object({
  id: z.number().int(),
  /** Enough of the key to tell it from others: `…wxyz`. */
  preview: z.string(),
  /** As for a channel. 3: disabled by failures. */
  status: z.number().int(),
  /** The error that disabled it, masked. Empty unless failures did. */
  last_error: z.string(),
  /** When failures disabled it. 0 if they did not. */
  failed_time: Seconds,
})
export type StoredKey = z.output<typeof StoredKey>

/** One key per line. Invalid lines are counted, and the others are still added. */
export const AddedKeys = z.object({ keys: z.string().trim().min(1, 'channel.key').max(100_000) })

export const KeysAdded = z.object({
  added: z.number().int(),
  /** Keys that the channel already had, or that were pasted twice. */
  known: z.number().int(),
  malformed: z.number().int(),
})

export const KeyChange = z.object({
  key_id: Id,
  status: z.union([z.literal(channelStatus.enabled), z.literal(channelStatus.disabled)]),
})

/** Keys by their ids, or all that failures disabled. */
export const KeySelection = z.union([
  z.strictObject({ ids: z.array(Id).min(1).max(1_000) }),
  z.strictObject({ failed: z.literal(true) }),
])
