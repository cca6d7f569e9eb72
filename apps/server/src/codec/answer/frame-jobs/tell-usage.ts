import type { DialectName } from '@posthouse/llm/canonical/dialect'
import type { Fields } from '@posthouse/llm/bytes/fields'
import { bufferOf } from '../../../lib/bytes.ts'
import { framesWithCost, frameWithCost, frameWithUsage } from '../cost-frames.ts'

export type ToTellUsage = {
  readonly frame: Uint8Array
  readonly dialect: DialectName
  readonly usage: Fields | null
}

/** Replaces the usage of a frame; null if it has no place for one. */
export function tellUsage({ frame, dialect, usage }: ToTellUsage): Uint8Array | null {
  const told = frameWithUsage(bufferOf(frame).toString('utf8'), dialect, usage)
  return told === null ? null : Buffer.from(told)
}

export type ToPrice = {
  readonly frames: Uint8Array
  readonly dialect: DialectName
}

/** The reports in frames, in order. */
export function usagesIn({ frames, dialect }: ToPrice): readonly Fields[] {
  const usages: Fields[] = []
  framesWithCost(bufferOf(frames).toString('utf8'), dialect, (usage) => {
    usages.push(usage)
    return null
  })
  return usages
}

export type PricedFrames = ToPrice & { readonly costs: readonly (string | null)[] }

/** Adds the costs to the reports, in the same order. A null cost is left out. */
export function priceFrames({ frames, dialect, costs }: PricedFrames): Uint8Array {
  const left = [...costs]
  const text = bufferOf(frames).toString('utf8')
  return Buffer.from(framesWithCost(text, dialect, () => left.shift() ?? null))
}

/** Changes to a scanned chunk. */
export type ChunkChange = {
  /** New usage. `none` writes `null`; `as-it-is` changes nothing. */
  readonly usage: Fields | 'none' | 'as-it-is'
  readonly cost: string | null
}

export type ToTellInChunk = ChunkChange & {
  readonly frame: Uint8Array
  readonly dialect: DialectName
}

/** Writes charged usage and cost into a chunk; null if unchanged. */
export function tellInChunk({ frame, dialect, usage, cost }: ToTellInChunk): Uint8Array | null {
  const text = bufferOf(frame).toString('utf8')
  const told =
    usage === 'as-it-is' ? null : frameWithUsage(text, dialect, usage === 'none' ? null : usage)
  const priced = cost === null ? null : frameWithCost(told ?? text, dialect, () => cost)
  const changed = priced ?? told
  return changed === null ? null : Buffer.from(changed)
}
