import type { DialectName } from '@posthouse/llm/dialect'
import { type Fields, fieldsOf, parsedFields, textOf } from '@posthouse/llm/parts/fields'
import { dataOf } from '@posthouse/llm/parts/framing'
import type { Reported } from '../exchange.ts'

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

function changed(
  frame: string,
  place: Place,
  change: (usage: Fields | null) => Told | null,
): string | null {
  const data = parsedFields(dataOf(frame) ?? '')
  const holder = data === null ? null : holderIn(data, place)
  if (data === null || holder === null) return null
  const usage = change(fieldsOf(holder[place.name]))
  if (usage === null) return null
  const told = { ...holder, [place.name]: usage === 'none' ? null : usage }
  return withData(frame, place.inside === null ? told : { ...data, [place.inside]: told })
}

function holderIn(data: Fields, { types, inside }: Place): Fields | null {
  if (types !== null && !types.includes(textOf(data['type']) ?? '')) return null
  return inside === null ? data : fieldsOf(data[inside])
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
