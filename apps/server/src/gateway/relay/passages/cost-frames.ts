import type { DialectName } from '@posthouse/llm/dialect'
import { type Fields, fieldsOf, listOf, parsedFields, textOf } from '@posthouse/llm/parts/fields'
import { dataOf } from '@posthouse/llm/parts/framing'
import type { Reported } from '../../../charging/reported.ts'
import { type JsonWriting as Writing, writtenIn } from './written-in.ts'

/** The price of what was reported in dollars, as a JSON number. */
export type Cost = (reported: Reported) => string

/** Where a stream says what was used: in which events, inside what, and under which name. */
type Place = {
  readonly types: readonly string[] | null
  readonly inside: string | null
  readonly name: string
}

const places: Readonly<Record<DialectName, Place>> = {
  'openai-chat': { types: null, inside: null, name: 'usage' },
  'openai-responses': {
    types: ['response.completed', 'response.incomplete', 'response.failed'],
    inside: 'response',
    name: 'usage',
  },
  // What `message_start` says is of the beginning alone.
  'anthropic-messages': { types: ['message_delta'], inside: null, name: 'usage' },
  gemini: { types: null, inside: null, name: 'usageMetadata' },
}

/** What Anthropic says of the beginning, which clients are told too. */
const atStart: Place = { types: ['message_start'], inside: 'message', name: 'usage' }

/**
 * A frame with `cost` in its usage; null: the frame as it is, because it reports none or nobody knows
 * the price. `costOf` is told the usage as it stands there.
 */
export function frameWithCost(
  frame: string,
  dialect: DialectName,
  costOf: (usage: Fields) => string | null,
): string | null {
  const place = places[dialect]
  if (!frame.includes(`"${place.name}"`)) return null
  return changed(frame, place, (usage) => {
    const cost = usage === null ? null : costOf(usage)
    return cost === null ? null : { ...usage, cost: Number(cost) }
  })
}

/** A frame with another usage in the place where its dialect has one; null: it has none there. */
export function frameWithUsage(
  frame: string,
  dialect: DialectName,
  usage: Fields | null,
): string | null {
  const told = (): Told => (usage === null ? 'none' : usage)
  return (
    changed(frame, places[dialect], told) ??
    (dialect === 'anthropic-messages' ? changed(frame, atStart, told) : null)
  )
}

/** Fields, or `null` in their place. */
type Told = Fields | 'none'

const nothingWritten: Writing = new Map()

type Change = (usage: Fields | null) => Told | null

function changed(frame: string, place: Place, change: Change): string | null {
  const json = dataOf(frame)
  const data = parsedFields(json ?? '')
  if (json === null || data === null) return null
  const told =
    place === places['openai-chat'] ? chunkTold(data, change) : toldIn(data, place, change)
  return told.size === 0 ? null : withData(frame, writtenIn(json, told))
}

function toldIn(data: Fields, { types, inside, name }: Place, change: Change): Writing {
  if (types !== null && !types.includes(textOf(data['type']) ?? '')) return nothingWritten
  const holder = inside === null ? data : fieldsOf(data[inside])
  const told = holder === null ? nothingWritten : withUsage(holder, name, change)
  return told.size === 0 || inside === null ? told : new Map([[inside, told]])
}

/** Every usage of a chunk, where llm's `usageIn` looks for it: at the top, in `x_groq` and in a choice. */
function chunkTold(data: Fields, change: Change): Writing {
  const tell = (holder: unknown): Writing => {
    const fields = fieldsOf(holder)
    const hasUsage = fields !== null && fieldsOf(fields['usage']) !== null
    return hasUsage ? withUsage(fields, 'usage', change) : nothingWritten
  }
  const choices = listOf(data['choices']).map((choice, at) => [String(at), tell(choice)] as const)
  const below = [
    ['x_groq', tell(data['x_groq'])],
    ['choices', new Map(choices.filter(([, told]) => told.size > 0))],
  ] as const
  return new Map([...tell(data), ...below.filter(([, told]) => told.size > 0)])
}

function withUsage(holder: Fields, name: string, change: Change): Writing {
  const usage = change(fieldsOf(holder[name]))
  if (usage === null) return nothingWritten
  return new Map([[name, JSON.stringify(usage === 'none' ? null : usage)]])
}

/** The other lines of a frame stay: its event has a name in some dialects. */
function withData(frame: string, json: string): string {
  const lineEnd = frame.includes('\r\n') ? '\r\n' : '\n'
  const others = frame
    .split(/\r\n|\n|\r/)
    .filter((line) => line !== '' && !line.startsWith('data:'))
  // Data of several lines stays so.
  return [...others, `data: ${json.replaceAll('\n', `${lineEnd}data: `)}`, '', ''].join(lineEnd)
}

/** The same for several frames in one text. */
export function framesWithCost(
  frames: string,
  dialect: DialectName,
  costOf: (usage: Fields) => string | null,
): string {
  if (!frames.includes(`"${places[dialect].name}"`)) return frames
  return framesIn(frames)
    .map((frame) => frameWithCost(frame, dialect, costOf) ?? frame)
    .join('')
}

/** A picture is millions of letters: its frame is looked through by its line ends alone. */
function framesIn(text: string): string[] {
  const frames: string[] = []
  const next = { lineFeeds: text.indexOf('\n\n'), both: text.indexOf('\r\n\r\n') }
  let from = 0
  while (next.lineFeeds !== -1 || next.both !== -1) {
    const isPlain = next.both === -1 || (next.lineFeeds !== -1 && next.lineFeeds < next.both)
    const end = isPlain ? next.lineFeeds + 2 : next.both + 4
    frames.push(text.slice(from, end))
    from = end
    if (isPlain) next.lineFeeds = text.indexOf('\n\n', end)
    else next.both = text.indexOf('\r\n\r\n', end)
  }
  return from === text.length ? frames : [...frames, text.slice(from)]
}
