/** Words of the made-up answers. Each is one token, so that usage can be told in advance. */
const words =
  'the a letter road house horse rider lantern evening bridge river mountain city guest stable message seal bell gate traveller inn rest rain morning stone map wheel keeper arrives leaves waits carries brings opens finds crosses and then while before after under near with without toward quiet long early late small old'.split(
    ' ',
  )

/** FNV-1a over characters: the same text, the same number, everywhere. */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  return hash >>> 0
}

/** Mulberry32. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** So many words, each with the space before it but the first. */
export function wordsFrom(random: () => number, count: number): string[] {
  return Array.from({ length: count }, (_, at) => {
    const word = words[Math.floor(random() * words.length)] ?? 'the'
    return at === 0 ? capitalised(word) : ` ${word}`
  })
}

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** Tokens of a text by the sandbox's own tokenizer: words and signs. */
export const tokensOf = (text: string): number =>
  text.match(/[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu)?.length ?? 0

/** A value that a JSON schema describes: enough for structured output to be tried. */
export function valueFor(schema: unknown, random: () => number, depth = 0): unknown {
  if (typeof schema !== 'object' || schema === null || depth > 8) return null
  const known: Record<string, unknown> = { ...schema }
  if (Array.isArray(known['enum'])) return known['enum'][0]
  if ('const' in known) return known['const']
  const alternatives = known['anyOf'] ?? known['oneOf']
  if (Array.isArray(alternatives)) return valueFor(alternatives[0], random, depth + 1)
  const type = Array.isArray(known['type']) ? known['type'][0] : known['type']
  return valueOfType(type, known, (inner) => valueFor(inner, random, depth + 1), random)
}

function valueOfType(
  type: unknown,
  schema: Readonly<Record<string, unknown>>,
  inner: (schema: unknown) => unknown,
  random: () => number,
): unknown {
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema['properties'] ?? {}).map(([name, value]) => [name, inner(value)]),
      )
    case 'array':
      return [inner(schema['items'])]
    case 'integer':
      return Math.floor(random() * 100)
    case 'number':
      return Math.floor(random() * 1_000) / 10
    case 'boolean':
      return random() < 0.5
    case 'null':
      return null
    default:
      return wordsFrom(random, 2).join('')
  }
}
