import type { Framing } from '@posthouse/llm/bytes/framings'
import type { Usage } from '@posthouse/llm/canonical/usage'
import type { UsageSources } from '../../charging/count-usage.ts'
import type { MemoryLease } from '../../http/body-memory.ts'
import type { ByteSource, Opening } from '../../upstream/transport/transport.ts'
import type { CallHold } from '../exchange.ts'
import type { Passage } from '../../codec/answer/passage.ts'
import type { OutputWork } from './stream-output.ts'

export type StreamWork = OutputWork & {
  readonly opening: Opening
  readonly source: ByteSource
  readonly framing: Framing
  readonly passage: Passage
  readonly hold: CallHold
  readonly memory: Pick<MemoryLease, 'count' | 'grow'>
  /** Usage to show if the report cannot be shown unchanged, as the settlement will count it. */
  readonly countUsage: (told: UsageSources) => Promise<Usage>
}

/** Usage so far. */
export const countedFor = ({ passage, countUsage }: StreamWork): Promise<Usage> =>
  countUsage({ reported: passage.reported, heard: passage.heard })
