import { channels } from '../../domain/channels/channel-noun.ts'
import { users } from '../../domain/accounts/user-noun.ts'
import type { NounFacts } from '../../domain/noun/noun.ts'
import { redemptions } from '../../domain/redemptions/redemption-noun.ts'
import { tokens } from '../../domain/tokens/token-noun.ts'

/** Nouns whose changes can be undone, by table. */
export const nouns: ReadonlyMap<string, NounFacts> = new Map(
  [tokens, channels, users, redemptions].map((noun) => [noun.table, noun]),
)
