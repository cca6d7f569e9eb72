import type { Clock } from '../../lib/clock.ts'

/** One key of a channel, for one forwarded model. */
export type Circuit = {
  readonly channelId: bigint
  readonly keyId: bigint
  readonly model: string
}

/** `recovering` after the cooldown, while one probe finds out whether it works again. */
export type CircuitState = 'healthy' | 'recovering' | 'cooling'

/** Health as routing sees it. */
export type HealthView = { stateOf(circuit: Circuit): CircuitState }

type CircuitFailure = {
  /** Opens the circuit at once, because the upstream asked for it or the key is dead. */
  readonly opensAtOnce: boolean
  readonly retryAfterMs: number | null
  /** For administrators. */
  readonly reason: string
}

type CoolingCircuit = {
  readonly keyId: bigint
  readonly model: string
  /** Epoch milliseconds, like the next. */
  readonly since: number
  readonly until: number
  readonly reason: string
}

/** Circuits of this process. Every node learns from its own attempts. */
export type Health = HealthView & {
  /** An attempt starts. On a recovering circuit it is the probe, and others see it as cooling meanwhile. */
  began(circuit: Circuit): void
  succeeded(circuit: Circuit): void
  failed(circuit: Circuit, failure: CircuitFailure): void
  /** The attempt says nothing about the circuit, for example because the client left. */
  abandoned(circuit: Circuit): void
  /** Open circuits of a channel, for the console. */
  coolingOf(channelId: bigint): readonly CoolingCircuit[]
  /** Clears a channel or one of its keys after a change, an activation or a passed test. */
  clear(channelId: bigint, keyId?: bigint): void
}

type Entry = {
  readonly circuit: Circuit
  failures: number
  /** Times it opened in a row. Each cooldown is longer than the last. */
  opened: number
  /** Monotonic milliseconds; 0 if closed. */
  until: number
  /** When it first opened, in epoch milliseconds; 0 if never. */
  since: number
  probing: boolean
  reason: string
}

/** Consecutive failures that open a circuit. */
const failuresMax = 3
const growthMax = 64
const cooldownMsMax = 600_000
/** Longest `Retry-After` that is honored. */
const retryAfterMsMax = 3_600_000
const entriesMax = 50_000

/** `cooldownSeconds` is called on every failure, because the setting may change. */
export function createHealth(clock: Clock, cooldownSeconds: () => number): Health {
  const entries = new Map<string, Entry>()
  const now = (): number => clock.monotonic()
  return {
    stateOf: (circuit) => {
      // Usually there are no entries, so avoid building the key.
      if (entries.size === 0) return 'healthy'
      const entry = entries.get(nameOf(circuit))
      if (entry === undefined || entry.until === 0) return 'healthy'
      return entry.until > now() || entry.probing ? 'cooling' : 'recovering'
    },
    began: (circuit) => {
      if (entries.size === 0) return
      const entry = entries.get(nameOf(circuit))
      if (entry !== undefined && entry.until !== 0 && entry.until <= now()) entry.probing = true
    },
    succeeded: (circuit) => {
      if (entries.size > 0) entries.delete(nameOf(circuit))
    },
    failed: (circuit, failure) => {
      const entry = entryFor(entries, circuit)
      entry.failures += 1
      entry.reason = failure.reason
      const wasProbe = entry.probing
      entry.probing = false
      if (!failure.opensAtOnce && !wasProbe && entry.failures < failuresMax) return
      const until = now() + cooldownMs(entry, failure, cooldownSeconds())
      if (entry.opened === 0) entry.since = clock.now()
      entry.opened += 1
      // Of two that failed at once the longer time holds.
      entry.until = Math.max(entry.until, until)
    },
    abandoned: (circuit) => {
      const entry = entries.get(nameOf(circuit))
      if (entry !== undefined) entry.probing = false
    },
    coolingOf: (channelId) =>
      [...entries.values()]
        .filter((entry) => entry.circuit.channelId === channelId && entry.until > now())
        .map((entry) => ({
          keyId: entry.circuit.keyId,
          model: entry.circuit.model,
          since: entry.since,
          until: clock.now() + Math.round(entry.until - now()),
          reason: entry.reason,
        })),
    clear: (channelId, keyId) => {
      for (const [name, { circuit }] of entries) {
        const isMeant = keyId === undefined || circuit.keyId === keyId
        if (circuit.channelId === channelId && isMeant) entries.delete(name)
      }
    },
  }
}

function entryFor(entries: Map<string, Entry>, circuit: Circuit): Entry {
  const name = nameOf(circuit)
  const known = entries.get(name)
  if (known !== undefined) return known
  const oldest = entries.size >= entriesMax ? entries.keys().next().value : undefined
  if (oldest !== undefined) entries.delete(oldest)
  const made: Entry = {
    circuit,
    failures: 0,
    opened: 0,
    until: 0,
    since: 0,
    probing: false,
    reason: '',
  }
  entries.set(name, made)
  return made
}

function cooldownMs(entry: Entry, failure: CircuitFailure, seconds: number): number {
  if (failure.retryAfterMs !== null) return Math.min(failure.retryAfterMs, retryAfterMsMax)
  return Math.min(seconds * 1_000 * Math.min(2 ** entry.opened, growthMax), cooldownMsMax)
}

const nameOf = (circuit: Circuit): string =>
  `${circuit.channelId}:${circuit.keyId}:${circuit.model}`
