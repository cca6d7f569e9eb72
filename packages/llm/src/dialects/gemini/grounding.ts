import type { ModelEvent } from '../../canonical/event.ts'
import { type Fields, listOf, numberOf, textOf, withoutNulls } from '../../bytes/fields.ts'
import { camelled } from './spelling.ts'

/*
 * Sources of an answer: https://ai.google.dev/api/generate-content#GroundingMetadata. Segments are
 * counted in bytes of UTF-8; ours are counted in characters. The text that is needed to count is
 * kept up to a limit, so that the memory of a long stream stays bounded.
 */

export type Citation = Extract<ModelEvent, { kind: 'citation' }>

/** Of an alternative. */
export const keptTextMax = 256 * 1024

/** Null: too long to be kept; places in it are not known any more. */
export type KeptText = string | null

export const keepText = (kept: KeptText, text: string): KeptText =>
  kept === null || kept.length + text.length > keptTextMax ? null : kept + text

export function citationsOf(metadata: unknown, answer: number, text: KeptText): Citation[] {
  const grounding = camelled(metadata)
  if (grounding === null) return []
  const charactersAt = charactersIn(text)
  const sources = listOf(grounding['groundingChunks']).map(sourceOf)
  const supports = listOf(grounding['groundingSupports']).flatMap((value) => {
    const support = camelled(value)
    const segment = camelled(support?.['segment'])
    const from = charactersAt(numberOf(segment?.['startIndex']) ?? 0)
    const to = charactersAt(numberOf(segment?.['endIndex']) ?? 0)
    return listOf(support?.['groundingChunkIndices']).flatMap((index) => {
      const source = typeof index === 'number' ? sources[index] : undefined
      return source === undefined || source === null ? [] : [{ ...source, from, to }]
    })
  })
  const cited =
    supports.length > 0
      ? supports
      : sources.flatMap((source) => (source === null ? [] : [{ ...source, from: 0, to: 0 }]))
  return cited.map((found) => ({ kind: 'citation', answer, ...found }))
}

type GroundingSource = { readonly url: string; readonly title: string | null }

function sourceOf(value: unknown): GroundingSource | null {
  const chunk = camelled(value)
  const source = camelled(chunk?.['web']) ?? camelled(chunk?.['retrievedContext'])
  const url = textOf(source?.['uri'])
  return url === null ? null : { url, title: textOf(source?.['title']) }
}

export function encodeGrounding(citations: readonly Citation[], text: KeptText): Fields {
  const bytesAt = bytesIn(text)
  return {
    groundingChunks: citations.map(({ url, title }) => ({
      web: withoutNulls({ uri: url, title }),
    })),
    groundingSupports: citations.map(({ from, to }, index) => ({
      segment: { startIndex: bytesAt(from), endIndex: bytesAt(to) },
      groundingChunkIndices: [index],
    })),
  }
}

/** Bytes before each character of a text: it is gone through once, not once a citation. */
function bytesBefore(text: string): Uint32Array {
  const places = new Uint32Array(text.length + 1)
  let bytes = 0
  for (let at = 0; at < text.length;) {
    const point = text.codePointAt(at) ?? 0
    const units = point > 0xffff ? 2 : 1
    places[at] = bytes
    // Between the halves of a pair is no place: it counts as behind them.
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point > 0xffff ? 4 : 3
    if (units === 2) places[at + 1] = bytes
    at += units
  }
  places[text.length] = bytes
  return places
}

function charactersIn(text: KeptText): (bytes: number) => number {
  if (text === null) return () => 0
  let places: Uint32Array | null = null
  return (bytes) => {
    places ??= bytesBefore(text)
    let from = 0
    let to = text.length
    while (from < to) {
      const middle = (from + to) >> 1
      if ((places[middle] ?? 0) < bytes) from = middle + 1
      else to = middle
    }
    return from
  }
}

function bytesIn(text: KeptText): (characters: number) => number {
  if (text === null) return () => 0
  let places: Uint32Array | null = null
  return (characters) => {
    places ??= bytesBefore(text)
    return places[Math.max(0, Math.min(characters, text.length))] ?? 0
  }
}
