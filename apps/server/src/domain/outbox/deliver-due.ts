import type { Clock } from '../../lib/clock.ts'
import {
  attemptsMax,
  type Deliver,
  type Delivery,
  retryDelayMs,
  waitedMsMost,
  waitMs,
} from './message.ts'
import type { AttemptEnd, DueMessage, OutboxStore } from './outbox-store.ts'

export type OutboxParts = {
  readonly outbox: OutboxStore
  readonly deliver: Deliver
  readonly clock: Pick<Clock, 'now'>
  readonly log: { warn(fields: object, message: string): void }
  /** From 0 to 1. */
  readonly random: () => number
}

/** At once: one that hangs holds up no other. */
const batchMost = 16

/** Brings out what is due, a batch at most. Answers how many were tried. */
export async function deliverDue(parts: OutboxParts): Promise<number> {
  const due = await parts.outbox.due(parts.clock.now(), batchMost)
  await Promise.all(due.map((message) => deliverOne(message, parts)))
  return due.length
}

async function deliverOne(message: DueMessage, parts: OutboxParts): Promise<void> {
  const delivery = await attempted(message, parts.deliver)
  const end = endOf(delivery, message, parts)
  await parts.outbox.end(message.id, end)
  if ('givenUpAt' in end) {
    const { id, kind } = message
    parts.log.warn({ message: id, kind, reason: end.reason }, 'a message was given up')
  }
}

/** A bug of the deliverer counts as an attempt: a message that brings one about ends, too. */
async function attempted(message: DueMessage, deliver: Deliver): Promise<Delivery> {
  try {
    return await deliver(message)
  } catch (error) {
    return { outcome: 'again', reason: String(error) }
  }
}

function endOf(
  delivery: Delivery,
  { attempts, at }: DueMessage,
  { clock, random }: Pick<OutboxParts, 'clock' | 'random'>,
): AttemptEnd {
  const now = clock.now()
  if (delivery.outcome === 'delivered') return { deliveredAt: now }
  const { reason } = delivery
  if (delivery.outcome === 'wait') {
    return now - at < waitedMsMost
      ? { waitUntil: now + waitMs, reason }
      : { givenUpAt: now, reason }
  }
  const tried = attempts + 1
  if (delivery.outcome === 'never' || tried >= attemptsMax) return { givenUpAt: now, reason }
  return { dueAt: now + retryDelayMs(tried, random()), reason }
}
