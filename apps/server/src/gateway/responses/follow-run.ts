import { phrase } from '@posthouse/contract/phrases'
import { Refusal } from '@posthouse/contract/refusal'
import type { MemoryLease } from '../../http/body-memory.ts'
import type { Exchange } from '../exchange.ts'
import type { GatewayParts } from '../gateway-parts.ts'
import { KeepAlive, streamHeaders } from '../reply/keep-alive.ts'
import type { Reply } from '../reply/reply.ts'
import type { OwnedId } from '../../domain/kept-answers/conversation-store.ts'
import { endOfRun, type RunEnd, type RunSeen } from './kept-run.ts'
import { eventWith } from '../../domain/kept-answers/json-text.ts'
import { isLast, runEvent } from '../../domain/kept-answers/run-events.ts'

type FollowParts = Pick<GatewayParts, 'bodies' | 'runs' | 'responses' | 'clock' | 'log'>

type Following = {
  readonly of: OwnedId
  /** Number of the last event the client has, or -1. */
  readonly after: number
}

/** How long the last events may still arrive from the run's node after its end. */
const patienceMs = 3_000

/** Streams past and future events of a background response. Never rejects. */
export async function followRun(
  parts: FollowParts,
  exchange: Exchange,
  { client, ...following }: Following & { readonly client: Reply },
): Promise<void> {
  const { snapshot, surface, incoming, memory } = exchange
  client.head(200, streamHeaders)
  const keepAlive = new KeepAlive(client, parts.clock, {
    comment: surface.keepAlive,
    silenceMs: snapshot.settings.StreamKeepAlive * 1_000,
  })
  const send = async (frame: string): Promise<void> => {
    keepAlive.wrote()
    if (!client.write(frame)) await drained(client)
  }
  try {
    await tell(parts, client, { ...following, memory, send })
    client.end()
  } catch (error) {
    parts.log.error({ request: incoming.id, error }, 'a response could not be followed')
    client.destroy()
  } finally {
    keepAlive.stop()
  }
}

type Sending = Following & {
  readonly send: (frame: string) => Promise<void>
  readonly memory: Pick<MemoryLease, 'take'>
}

async function tell(
  parts: FollowParts,
  client: Reply,
  { of, after, send, memory }: Sending,
): Promise<void> {
  const { runs, clock } = parts
  let last = after
  let endedAt: number | null = null
  const seen: RunSeen = { run: null, end: null }
  while (!client.left && client.stopped === null) {
    const isHere = runs.isHere(of)
    const events = await runs.read(of, last)
    for (const { number, frame } of events) {
      last = number
      await send(frame)
    }
    if (events.some(isLast)) return
    const end =
      isHere || events.length > 0 ? 'goes-on' : await endOf(parts, of, { last, memory, seen })
    if (end === 'told') return
    if (end !== 'goes-on') {
      endedAt ??= clock.monotonic()
      const mayCome = !end.isLost && clock.monotonic() - endedAt < patienceMs
      if (!mayCome)
        return await send(
          runEvent(last + 1, eventWith(`response.${end.status}`, end.response)).frame,
        )
    }
    await runs.more(of)
  }
}

type Looking = Pick<Sending, 'memory'> & {
  readonly last: number
  readonly seen: RunSeen
}

/** The end of a run on another node. `told` if no event is left to send. */
async function endOf(
  parts: FollowParts,
  of: OwnedId,
  { last, ...looking }: Looking,
): Promise<'goes-on' | 'told' | RunEnd> {
  const told = await parts.runs.last(of)
  // An event may have arrived since the last read.
  if (told !== null && told.number > last) return 'goes-on'
  if (isLast(told)) return 'told'
  const kept = await parts.responses.find(of, parts.clock.now())
  if (kept === null) return 'told'
  const end = await endOfRun(parts, kept, looking)
  if (end === null) return 'goes-on'
  return end.status === 'cancelled' ? 'told' : end
}

/** Also resolves when the client has left. */
const drained = (client: Reply): Promise<void> =>
  new Promise((resolve) => {
    client.onDrained(resolve)
    client.onLeft(resolve)
  })

/** The `starting_after` parameter. */
export function eventAfter({ searchParams }: URL): number {
  const after = Number(searchParams.get('starting_after') ?? -1)
  if (Number.isSafeInteger(after) && after >= -1) return after
  const reason = phrase('the number of an event is expected')
  throw new Refusal('model.field', { field: 'starting_after', reason })
}
