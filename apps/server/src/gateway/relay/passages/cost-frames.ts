import type { DialectName } from '@posthouse/llm/dialect'
import { type Fields, fieldsOf, listOf, parsedFields, textOf } from '@posthouse/llm/parts/fields'
import { dataOf } from '@posthouse/llm/parts/framing'
import type { Reported } from '../../../charging/reported.ts'

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

type Change = (usage: Fields | null) => Told | null

function changed(frame: string, place: Place, change: Change): string | null {
  const data = parsedFields(dataOf(frame) ?? '')
  if (data === null) return null
  const told =
    place === places['openai-chat'] ? chunkTold(data, change) : toldIn(data, place, change)
  return told === null ? null : withData(frame, told)
}

function toldIn(data: Fields, { types, inside, name }: Place, change: Change): Fields | null {
  if (types !== null && !types.includes(textOf(data['type']) ?? '')) return null
  const holder = inside === null ? data : fieldsOf(data[inside])
  const told = holder === null ? null : withUsage(holder, name, change)
  return told === null || inside === null ? told : { ...data, [inside]: told }
}

/** Every usage of a chunk, where llm's `usageIn` looks for it: at the top, in `x_groq` and in a choice. */
function chunkTold(data: Fields, change: Change): Fields | null {
  let isTold = false
  const tell = (holder: unknown): unknown => {
    const fields = fieldsOf(holder)
    const hasUsage = fields !== null && fieldsOf(fields['usage']) !== null
    const told = hasUsage ? withUsage(fields, 'usage', change) : null
    isTold ||= told !== null
    return told ?? holder
  }
  const top = fieldsOf(tell(data)) ?? data
  const { x_groq, choices } = data
  const beside = { x_groq: tell(x_groq), choices: listOf(choices).map(tell) }
  if (!isTold) return null
  return {
    ...top,
    ...(x_groq === undefined ? {} : { x_groq: beside.x_groq }),
    ...(Array.isArray(choices) ? { choices: beside.choices } : {}),
  }
}

function withUsage(holder: Fields, name: string, change: Change): Fields | null {
  const usage = change(fieldsOf(holder[name]))
  return usage === null ? null : { ...holder, [name]: usage === 'none' ? null : usage }
}

/** The other lines of a frame stay: its event has a name in some dialects. */
function withData(frame: string, data: Fields): string {
  const lineEnd = frame.includes('\r\n') ? '\r\n' : '\n'
  const others = frame
    .split(/\r\n|\n|\r/)
    .filter((line) => line !== '' && !line.startsWith('data:'))
  return [...others, `data: ${JSON.stringify(data)}`, '', ''].join(lineEnd)
}

/** The same for several frames in one text. */
export const framesWithCost = (
  frames: string,
  dialect: DialectName,
  costOf: (usage: Fields) => string | null,
): string =>
  frames
    .split(/(?<=\n\n|\r\n\r\n)/)
    .map((frame) => frameWithCost(frame, dialect, costOf) ?? frame)
    .join('')
