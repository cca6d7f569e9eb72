import type { DialectName } from '@posthouse/llm/canonical/dialect'
import type { Fields } from '@posthouse/llm/bytes/fields'
import { bufferOf } from '../../../lib/bytes.ts'
import { framesWithCost, frameWithCost, frameWithUsage } from '../cost-frames.ts'

export type ToTellUsage = {
  readonly frame: Uint8Array
  readonly dialect: DialectName
  /** Null: none. */
  readonly usage: Fields | null
}

/** A frame with another usage; null: it has no place for one. */
export function tellUsage({ frame, dialect, usage }: ToTellUsage): Uint8Array | null {
  const told = frameWithUsage(bufferOf(frame).toString('utf8'), dialect, usage)
  return told === null ? null : Buffer.from(told)
}

export type ToPrice = {
  readonly frames: Uint8Array
  readonly dialect: DialectName
}

/** The reports in frames, one after the other. */
export function usagesIn({ frames, dialect }: ToPrice): readonly Fields[] {
  const usages: Fields[] = []
  framesWithCost(bufferOf(frames).toString('utf8'), dialect, (usage) => {
    usages.push(usage)
    return null
  })
  return usages
}

export type PricedFrames = ToPrice & { readonly costs: readonly (string | null)[] }

/** The frames with the costs of what is reported in them, in the same order; null: nobody knows one. */
export function priceFrames({ frames, dialect, costs }: PricedFrames): Uint8Array {
  const left = [...costs]
  const text = bufferOf(frames).toString('utf8')
  return Buffer.from(framesWithCost(text, dialect, () => left.shift() ?? null))
}

/** Changes of a chunk that is scanned. */
export type ChunkChange = {
  /** The replacement of its usage: null in JSON for `none`; `as-it-is`: nothing. */
  readonly usage: Fields | 'none' | 'as-it-is'
  readonly cost: string | null
}

export type ToTellInChunk = ChunkChange & {
  readonly frame: Uint8Array
  readonly dialect: DialectName
}

/** A chunk with the usage that is charged, and with its price; null: it stays as it came. */
export function tellInChunk({ frame, dialect, usage, cost }: ToTellInChunk): Uint8Array | null {
  const text = bufferOf(frame).toString('utf8')
  const told =
    usage === 'as-it-is' ? null : frameWithUsage(text, dialect, usage === 'none' ? null : usage)
  const priced = cost === null ? null : frameWithCost(told ?? text, dialect, () => cost)
  const changed = priced ?? told
  return changed === null ? null : Buffer.from(changed)
}
