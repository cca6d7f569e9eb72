import { z } from 'zod'
import { Id, Seconds } from '../scalars.ts'
import { channelStatus } from './channel.ts'

/** A key of a channel. The key itself is in no answer. */
export const StoredKey = z.object({
  id: z.number().int(),
  /** How it may be told from others: `…wxyz`. */
  preview: z.string(),
  /** As of a channel; 3: disabled by failures. */
  status: z.number().int(),
  /** What disabled it, masked; empty unless failures did. */
  last_error: z.string(),
  /** When failures disabled it; 0: they did not. */
  failed_time: Seconds,
})
export type StoredKey = z.output<typeof StoredKey>

/** One key per line. What is no key is counted, and does not keep the others out. */
export const AddedKeys = z.object({ keys: z.string().trim().min(1, 'channel.key').max(100_000) })

export const KeysAdded = z.object({
  added: z.number().int(),
  /** The channel already had them, or they were pasted twice. */
  known: z.number().int(),
  malformed: z.number().int(),
})

export const KeyChange = z.object({
  key_id: Id,
  status: z.union([z.literal(channelStatus.enabled), z.literal(channelStatus.disabled)]),
})

/** Keys by their ids, or those that failures disabled. */
export const KeySelection = z.union([
  z.strictObject({ ids: z.array(Id).min(1).max(1_000) }),
  z.strictObject({ failed: z.literal(true) }),
])
