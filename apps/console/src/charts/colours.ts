/** Names that have a colour, for as long as the page lives. */
export type ColourMemory = Map<string, number>

/**
 * A place in the palette for every name. A name keeps its colour whatever its rank; two that are
 * shown together never share one while there are enough.
 */
export function placesOf(
  names: readonly string[],
  memory: ColourMemory,
  colours: number,
): readonly number[] {
  const taken = new Set<number>()
  const places = new Map<string, number>()
  for (const name of names) {
    const known = memory.get(name)
    if (known === undefined || taken.has(known)) continue
    places.set(name, known)
    taken.add(known)
  }
  for (const name of names) {
    if (places.has(name)) continue
    const place = firstFree(hashOf(name) % colours, taken, colours)
    places.set(name, place)
    taken.add(place)
    if (!memory.has(name)) memory.set(name, place)
  }
  return names.map((name) => places.get(name) ?? 0)
}

function firstFree(wanted: number, taken: ReadonlySet<number>, colours: number): number {
  for (let step = 0; step < colours; step++) {
    const place = (wanted + step) % colours
    if (!taken.has(place)) return place
  }
  return wanted
}

/** FNV-1a: the same name begins at the same place in every browser. */
function hashOf(name: string): number {
  let hash = 2_166_136_261
  for (const letter of name) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619) >>> 0
  return hash
}
