import type { ModelEvent } from '../../event.ts'
import { type Fields, listOf, numberOf, textOf, withoutNulls } from '../../parts/fields.ts'
import { camelled } from './spelling.ts'

/*
 * Sources of an answer: https://ai.google.dev/api/generate-content#GroundingMetadata. Segments are
 * counted in bytes of UTF-8; ours are counted in characters. The text that is needed to count is
 * kept up to a limit, so that the memory of a long stream stays bounded.
 */

export type Citation = Extract<ModelEvent, { kind: 'citation' }>

const textMax = 256 * 1024

/** Null: too long to be kept; places in it are not known any more. */
export type KeptText = string | null

export const keepText = (kept: KeptText, text: string): KeptText =>
  kept === null || kept.length + text.length > textMax ? null : kept + text

export function citationsOf(metadata: unknown, answer: number, text: KeptText): Citation[] {
  const grounding = camelled(metadata)
  if (grounding === null) return []
  const sources = listOf(grounding['groundingChunks']).map(sourceOf)
  const supports = listOf(grounding['groundingSupports']).flatMap((value) => {
    const support = camelled(value)
    const segment = camelled(support?.['segment'])
    const from = charactersAt(text, numberOf(segment?.['startIndex']) ?? 0)
    const to = charactersAt(text, numberOf(segment?.['endIndex']) ?? 0)
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

type Found = { readonly url: string; readonly title: string | null }

function sourceOf(value: unknown): Found | null {
  const chunk = camelled(value)
  const source = camelled(chunk?.['web']) ?? camelled(chunk?.['retrievedContext'])
  const url = textOf(source?.['uri'])
  return url === null ? null : { url, title: textOf(source?.['title']) }
}

export function encodeGrounding(citations: readonly Citation[], text: KeptText): Fields {
  return {
    groundingChunks: citations.map(({ url, title }) => ({
      web: withoutNulls({ uri: url, title }),
    })),
    groundingSupports: citations.map(({ from, to }, index) => ({
      segment: { startIndex: bytesAt(text, from), endIndex: bytesAt(text, to) },
      groundingChunkIndices: [index],
    })),
  }
}

const charactersAt = (text: KeptText, bytes: number): number =>
  text === null ? 0 : Buffer.from(text).subarray(0, Math.max(0, bytes)).toString().length

const bytesAt = (text: KeptText, characters: number): number =>
  text === null ? 0 : Buffer.byteLength(text.slice(0, characters))
