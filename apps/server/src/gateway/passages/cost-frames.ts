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
  const data = parsedFields(dataOf(frame) ?? '')
  const holder = data === null ? null : holderIn(data, place)
  const usage = fieldsOf(holder?.[place.name])
  const cost = usage === null ? null : costOf(usage)
  if (data === null || usage === null || cost === null) return null
  const priced = { ...holder, [place.name]: { ...usage, cost: Number(cost) } }
  return withData(frame, place.inside === null ? priced : { ...data, [place.inside]: priced })
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
