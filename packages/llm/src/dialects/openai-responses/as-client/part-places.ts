import type { ResponsesReadState } from './read-state.ts'

/** A place in the output: of a content part, a part of a summary, the arguments. */
export type ItemPartPlace = { readonly output: number; readonly part: number }

export type PartKind = 'text' | 'refusal' | 'reasoning' | 'summary'

/** By the `type` of a part. */
export const partKinds: ReadonlyMap<unknown, PartKind> = new Map([
  ['output_text', 'text'],
  ['refusal', 'refusal'],
  ['reasoning_text', 'reasoning'],
  ['summary_text', 'summary'],
])

/** Remembers that something of a part was given. */
export function notePart(
  { parts }: ResponsesReadState,
  { output, part }: ItemPartPlace,
  kind: PartKind,
): void {
  const key = `${output}.${kind}`
  const known = parts.get(key)
  if (known === undefined) return void parts.set(key, [part])
  const last = known.at(-1) ?? -1
  if (part === last) return
  if (part > last) known.push(part)
  else if (!known.includes(part)) {
    known.push(part)
    known.sort((a, b) => a - b)
  }
}

/**
 * Places that the parts of a whole item had when they were given in pieces. Bedrock numbers them otherwise there: a
 * text that came as part 1 is part 0 of the item that repeats it. Then the first that was given is the first that
 * the item has.
 */
export function partPlaces(
  state: ResponsesReadState,
  output: number,
  kinds: readonly (PartKind | undefined)[],
): readonly number[] {
  const places = kinds.map((_, part) => part)
  for (const kind of new Set(kinds)) {
    const given = kind === undefined ? [] : (state.parts.get(`${output}.${kind}`) ?? [])
    if (given.every((part) => kinds[part] === kind)) continue
    let nth = 0
    let after = Math.max(kinds.length, (given.at(-1) ?? 0) + 1)
    for (const [part, each] of kinds.entries()) {
      if (each !== kind) continue
      places[part] = given[nth] ?? after++
      nth += 1
    }
  }
  return places
}
