import { compaction, completions, type Dialect, dialects } from '@posthouse/llm/dialects'
import type { ClientsWay } from '../channels/spoken.ts'

/** What has a form of its own: a prompt, and a conversation that is to be made short. */
const forms: Partial<Record<ClientsWay['operation'], Dialect>> = {
  completions,
  compact: compaction,
}

/** How a client's request is read and answered, whoever serves it. */
export const clientOf = ({ operation, dialect }: ClientsWay): Dialect =>
  forms[operation] ?? dialects[dialect]
