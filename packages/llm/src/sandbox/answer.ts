import type { Dialect } from '../dialects.ts'
import type { ModelEvent } from '../canonical/event.ts'
import type { ModelRequest } from '../canonical/request.ts'
import { planChat } from './chat.ts'
import { randomFrom } from './content.ts'
import { failureScript, withFault, withFaultyUsage } from './faults.ts'
import type { Orders } from './orders.ts'
import { bytesOf, jsonScript, type Script } from './script.ts'

/** A chat answer in a dialect, whole or as a stream, with the fault that was ordered. */
export function chatScript(
  dialect: Dialect,
  request: ModelRequest,
  settings: Readonly<Record<string, unknown>>,
): Script {
  const plan = planChat(dialect.id, request, settings)
  const { orders } = plan
  const failed = failureScript(dialect, orders)
  if (failed !== null) return failed
  if (plan.refused !== null)
    return jsonScript(400, JSON.parse(dialect.asServer.failure(plan.refused)))
  const events = withFaultyUsage(plan.events, orders)
  const script = request.stream
    ? streamOf(dialect, request, events, orders)
    : jsonScript(200, dialect.asServer.answer(events, request))
  return withFault(script, orders, dialect, request)
}

function streamOf(
  dialect: Dialect,
  request: ModelRequest,
  events: readonly ModelEvent[],
  orders: Orders,
): Script {
  const delays = delaysOf(orders)
  const writer = dialect.asServer.write(request)
  const pieces = events.flatMap((event) => {
    const frames = writer.frames(event)
    return frames === '' ? [] : [{ delayMs: delays(), bytes: bytesOf(frames) }]
  })
  return {
    status: 200,
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' },
    headDelayMs: 0,
    pieces,
    end: 'complete',
  }
}

/** Milliseconds before each piece: as fast as was ordered, up to `jitter` per cent faster or slower. */
export function delaysOf({ speed, jitter, seed }: Orders): () => number {
  if (speed === 0) return () => 0
  const random = randomFrom(seed.length + speed)
  return () => (1_000 / speed) * (1 + ((random() * 2 - 1) * Math.min(jitter, 100)) / 100)
}
