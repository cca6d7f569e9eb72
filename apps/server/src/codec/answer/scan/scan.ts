import { ownText } from '../../../lib/cut.ts'
import { textEnd } from '@posthouse/llm/bytes/nesting'

/*
 * Finds facts in a stream by searching for a few quoted names. Quotes inside a JSON text are escaped, so a quoted name followed by a
 * colon is never something that a model wrote. Bytes are read as latin1, one character per byte, without decoding.
 */

const contentPattern =
  /"(content|reasoning_content|reasoning|thinking|summary|refusal|arguments|input|text|transcript)":\s*"/g

/** A text, its member name, and the position after its closing quote. */
type Content = { readonly name: string; readonly text: string; readonly end: number }

/** Searches text ends by hand, because a regular expression would try every escape of a long text again. */
function* contentsIn(bytes: string): Generator<Content> {
  const pattern = new RegExp(contentPattern)
  for (let found = pattern.exec(bytes); found !== null; found = pattern.exec(bytes)) {
    const from = pattern.lastIndex
    const to = textEnd(bytes, from)
    // The text continues in bytes that have not arrived.
    if (to >= bytes.length) return
    pattern.lastIndex = to + 1
    yield { name: found[1] ?? '', text: bytes.slice(from, to), end: to + 1 }
  }
}

/** Non-empty texts of an answer, JSON-escaped. */
export const textsIn = (bytes: string): string[] => [...toldIn(bytes)].map(({ text }) => text)

function* toldIn(bytes: string): Generator<Content> {
  let reasoning = ''
  for (const content of contentsIn(bytes)) {
    const { name, text } = content
    // OpenRouter sends reasoning twice: as text and in its details.
    const isRepeated = text === reasoning && (name === 'text' || name === 'summary')
    reasoning = name.startsWith('reasoning') ? text : ''
    if (text !== '' && !isRepeated) yield content
  }
}

/** End of the last text, or 0. */
export function lastTextEnd(bytes: string): number {
  let last = 0
  for (const { end } of toldIn(bytes)) last = end
  return last
}

/** Texts and call names of a whole answer. */
export const wordsIn = (bytes: string): string[] => [...textsIn(bytes), ...namesIn(bytes)]

const nameBefore = /"name":\s*"([^"\\]+)",\s*"(?:arguments|input)":/g
const nameBehind = /,\s*"name":\s*"([^"\\]+)"(?!,\s*"(?:arguments|input)":)/y

/** A call's name comes directly before or after its arguments. */
function* namesIn(bytes: string): Generator<string> {
  for (const [, name = ''] of bytes.matchAll(nameBefore)) yield name
  for (const { name, end } of contentsIn(bytes)) {
    if (name !== 'arguments' && name !== 'input') continue
    nameBehind.lastIndex = end
    const behind = nameBehind.exec(bytes)?.[1]
    if (behind !== undefined) yield behind
  }
}

/** Whether there is content other than text. */
export const givesOther = (bytes: string): boolean =>
  /"(?:tool_calls|images|reasoning_details)":\s?\[\s?\{|"(?:audio|function_call)":\s?\{/.test(bytes)

export const hasStopped = (bytes: string): boolean => /"finish_reason":\s?"[^"]/.test(bytes)

/** Position of the end marker, or -1. */
export const doneAt = (bytes: string): number =>
  bytes.includes('[DONE]') ? bytes.search(/(?<=^|\n|\r)data: ?\[DONE\]/) : -1

/** Fields that every chunk repeats. */
export type ChunkHead = { readonly id: string; readonly model: string; readonly created: number }

export const headIn = (bytes: string): ChunkHead => ({
  id: ownText(/"id":\s?"([^"\\]{1,256})"/.exec(bytes)?.[1] ?? ''),
  model: ownText(/"model":\s?"([^"\\]{1,256})"/.exec(bytes)?.[1] ?? ''),
  created: Number(/"created":\s?(\d{1,12})/.exec(bytes)?.[1] ?? 0),
})

/** Position of possible usage in a frame, or -1. */
export const usageAt = (bytes: string, from: number): number => {
  let at = bytes.indexOf('"usage":', from)
  while (at !== -1) {
    const next = bytes.slice(at + 8, at + 12).trimStart()
    if (next.startsWith('{')) return at
    at = bytes.indexOf('"usage":', at + 8)
  }
  return -1
}

/** Whether an answer begins with a list of objects under this name. */
export const beginsWithList = (first: Buffer, name: string): boolean =>
  /^\s*\{/.test(first.toString('latin1', 0, 64)) &&
  new RegExp(`"${name}":\\s*\\[\\s*\\{`).test(first.toString('latin1', 0, 64 * 1024))

/** The last object under a name. */
export function lastObject(bytes: string, name: string): unknown {
  const at = bytes.lastIndexOf(`"${name}":`)
  const open = at === -1 ? -1 : bytes.indexOf('{', at)
  if (open === -1) return null
  let depth = 0
  for (let place = open; place < bytes.length; place += 1) {
    if (bytes[place] === '{') depth += 1
    if (bytes[place] === '}') depth -= 1
    if (depth === 0) return jsonOf(bytes.slice(open, place + 1))
  }
  return null
}

/** Service tier in the tail of an answer. */
export const tierInTail = (bytes: string): string | null =>
  [...bytes.matchAll(/"service_tier":\s?"([^"\\]{1,64})"/g)].at(-1)?.[1] ?? null

export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
