import type { NounEntry } from '../../noun/noun-entry.ts'
import { channelEntry } from '../../pages/channel/channel-entry.ts'
import { redemptionEntry } from '../../pages/wallet/redemption-entry.ts'
import { tokenEntry } from '../../pages/token/token-entry.ts'
import { userEntry } from '../../pages/user/user-entry.ts'

/** What the palette makes and leads to. */
export const nounEntries: readonly NounEntry[] = [
  tokenEntry,
  channelEntry,
  userEntry,
  redemptionEntry,
]
