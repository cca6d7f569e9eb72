import type { Generated } from 'kysely'

/** What is told to others. Delivered or given up: it is over; neither: it is due at a time. */
export type OutboxTable = {
  id: string
  kind: string
  /** What happened, of its kind: it is told once, however often it is written. */
  key: string
  /** JSON. */
  payload: string
  created_at: bigint
  due_at: bigint
  /** Those that ended. */
  attempts: Generated<bigint>
  last_error: Generated<string>
  delivered_at: Generated<bigint | null>
  given_up_at: Generated<bigint | null>
}
