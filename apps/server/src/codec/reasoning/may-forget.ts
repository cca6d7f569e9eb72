import { operations } from '@posthouse/llm/operations'
import { quirksOf } from '@posthouse/llm/suppliers/quirks'
import { supplierBehind } from '../../domain/channels/channel-supplier.ts'
import type { Channel } from '../../domain/channels/channel.ts'
import type { ClientRoute, DialectRoute } from '../../domain/channels/dialect-choice.ts'

/**
 * Whether the client may return without reasoning that the supplier requires: its dialect cannot carry it, or differs from the supplier's
 * and the client drops unknown reasoning (Gemini CLI).
 */
export const mayForget = (
  { dialect, operation }: ClientRoute,
  way: DialectRoute,
  channel: Pick<Channel, 'type' | 'baseUrl' | 'hasResponses'>,
): boolean =>
  operations[operation].isTurn &&
  (dialect !== way.dialect ||
    quirksOf(supplierBehind(channel), way.dialect).includes('reasoning-comes-back'))
