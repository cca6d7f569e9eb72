import { operations } from '@posthouse/llm/operations'
import { quirksOf } from '@posthouse/llm/suppliers/quirks'
import { supplierBehind } from '../../domain/channels/channel-supplier.ts'
import type { Channel } from '../../domain/channels/channel.ts'
import type { ClientsWay, Way } from '../../domain/channels/spoken.ts'

/**
 * A client may come back without what its supplier wants back: its dialect has no place for it, or
 * is another than the supplier's, and the client leaves out reasoning that is nothing to it (Gemini CLI).
 */
export const mayForget = (
  { dialect, operation }: ClientsWay,
  way: Way,
  channel: Pick<Channel, 'type' | 'baseUrl' | 'hasResponses'>,
): boolean =>
  operations[operation].isTurn &&
  (dialect !== way.dialect ||
    quirksOf(supplierBehind(channel), way.dialect).includes('reasoning-comes-back'))
