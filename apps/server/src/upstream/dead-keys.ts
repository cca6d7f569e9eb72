import type { Channel } from '../domain/channels/channel.ts'
import type { Circuit, Health } from '../domain/channels/health.ts'
import type { Clock } from '../lib/clock.ts'
import type { Snapshot } from '../domain/snapshot/snapshot.ts'
import type { AttemptClass } from './attempt-failure.ts'
import type { ChannelProbe } from '../channel-tests/test-channel.ts'

/** An attempt that failed as if only the operator could mend it, and for whom it was made. */
export type KeyFailed = {
  readonly circuit: Circuit
  readonly userId: bigint
  /** The model as it was asked for: what a probe asks where the channel names no model for tests. */
  readonly model: string
  readonly class: AttemptClass
  readonly status: number
}

/** Finds out whether a key is dead: what one customer's request brought about says nothing of others'. */
export type DeadKeys = {
  suspect(event: KeyFailed): void
  /** The key served somebody. */
  answered(keyId: bigint): void
}

export type DeadKeysParts = {
  readonly snapshot: () => Snapshot
  readonly health: Pick<Health, 'failed'>
  /** A short request of ours, as `testChannel` makes it. */
  readonly probe: (channel: Channel, model: string) => Promise<ChannelProbe>
  readonly clock: Clock
  readonly log: { warn(fields: object, message: string): void }
  /** Takes the key out of service. */
  disable(key: { channelId: bigint; keyId: bigint; reason: string }): Promise<void>
}

type Verdict = 'dead' | 'alive' | 'unknown'
type Suspect = { readonly class: AttemptClass; readonly users: Set<bigint> }
type Probe = { readonly at: number; readonly found: Verdict | 'asking' }

/** Fewer could be one person with two accounts. */
const usersMin = 3
const probeEveryMs = 60_000

/**
 * A short request of our own decides. Where it cannot tell, failures of the same class for several users do, but
 * for a 402: a customer makes one by asking for more output than the account can pay in advance.
 */
export function createDeadKeys(parts: DeadKeysParts): DeadKeys {
  const suspects = new Map<bigint, Suspect>()
  const probes = new Map<bigint, Probe>()
  const conclude = (event: KeyFailed, found: Probe['found']): void => {
    const { keyId } = event.circuit
    const users = suspects.get(keyId)?.users.size ?? 0
    const bySeveral = found === 'unknown' && event.status !== 402 && users >= usersMin
    if (found === 'alive' || found === 'dead' || bySeveral) suspects.delete(keyId)
    if (found === 'dead' || bySeveral) void takeOut(parts, event)
  }
  const probe = async (event: KeyFailed): Promise<void> => {
    const { keyId } = event.circuit
    const at = parts.clock.monotonic()
    probes.set(keyId, { at, found: 'asking' })
    const found = await verdictOn(parts, event)
    probes.set(keyId, { at, found })
    conclude(event, found)
  }
  return {
    suspect(event) {
      const { keyId } = event.circuit
      suspectFor(suspects, event).users.add(event.userId)
      const last = probes.get(keyId)
      if (last !== undefined && parts.clock.monotonic() - last.at < probeEveryMs) {
        return conclude(event, last.found)
      }
      // Its circuit is open already, and nothing more would follow.
      if (event.status !== 402 && !disables(parts)) return
      probe(event).catch((error: unknown) =>
        parts.log.warn({ err: error }, 'a suspected key could not be probed'),
      )
    },
    answered(keyId) {
      if (suspects.size > 0) suspects.delete(keyId)
    },
  }
}

const disables = ({ snapshot }: DeadKeysParts): boolean =>
  snapshot().settings.AutomaticDisableChannelEnabled

function suspectFor(suspects: Map<bigint, Suspect>, event: KeyFailed): Suspect {
  const known = suspects.get(event.circuit.keyId)
  if (known !== undefined && known.class === event.class) return known
  const made: Suspect = { class: event.class, users: new Set() }
  suspects.set(event.circuit.keyId, made)
  return made
}

async function verdictOn(
  { snapshot, probe }: DeadKeysParts,
  { circuit, model }: KeyFailed,
): Promise<Verdict> {
  const channel = snapshot().channels.find(({ id }) => id === circuit.channelId)
  const keys = channel?.keys.filter(({ id }) => id === circuit.keyId) ?? []
  if (channel === undefined || keys.length === 0) return 'unknown'
  const result = await probe({ ...channel, keys }, channel.testModel || model)
  if (result.ok) return 'alive'
  return result.keyDead ? 'dead' : 'unknown'
}

async function takeOut(parts: DeadKeysParts, event: KeyFailed): Promise<void> {
  const { channelId, keyId } = event.circuit
  const reason = event.class
  parts.log.warn({ channel: String(channelId), keyId: String(keyId), reason }, 'a key failed')
  parts.health.failed(event.circuit, { opensAtOnce: true, retryAfterMs: null, reason })
  if (!disables(parts)) return
  try {
    await parts.disable({ channelId, keyId, reason })
  } catch (error) {
    parts.log.warn({ err: error }, 'a dead key could not be disabled')
  }
}
