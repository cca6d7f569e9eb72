import type { DialectName } from '@posthouse/llm/canonical/dialect'
import { dialects } from '@posthouse/llm/dialects'
import { type Fields, fieldsOf, parsedFields, textOf } from '@posthouse/llm/bytes/fields'
import { dataOf } from '@posthouse/llm/bytes/framing'
import type { FramePlace, UsagePlaces } from '@posthouse/llm/canonical/usage/usage-places'
import type { ReportedUsage } from '../../charging/reported-usage.ts'
import { type JsonEdits as Writing, editJson } from './edit-json.ts'

/** Returns the cost of a report in dollars, as a JSON number. */
export type Cost = (reported: ReportedUsage) => string

/** Adds `cost` to the usage of a frame. Null if the frame has no usage or the cost is unknown. `costOf` receives the usage as written. */
export function frameWithCost(
  frame: string,
  dialect: DialectName,
  costOf: (usage: Fields) => string | null,
): string | null {
  const places = dialects[dialect].asClient.usagePlaces
  if (!frame.includes(`"${places.name}"`)) return null
  return changed(frame, places, places.inFrames[0], (usage) => {
    const cost = usage === null ? null : costOf(usage)
    return cost === null ? null : { ...usage, cost: Number(cost) }
  })
}

/** Replaces the usage of a frame; null if it has none. */
export function frameWithUsage(
  frame: string,
  dialect: DialectName,
  usage: Fields | null,
): string | null {
  const told = (): UsageWithCost => (usage === null ? 'none' : usage)
  const places = dialects[dialect].asClient.usagePlaces
  for (const place of places.inFrames) {
    const frameTold = changed(frame, places, place, told)
    if (frameTold !== null) return frameTold
  }
  return null
}

/** New fields, or `none` to write `null`. */
type UsageWithCost = Fields | 'none'

const nothingWritten: Writing = new Map()

type Change = (usage: Fields | null) => UsageWithCost | null

function changed(
  frame: string,
  places: UsagePlaces,
  place: FramePlace,
  change: Change,
): string | null {
  const json = dataOf(frame)
  const data = parsedFields(json ?? '')
  if (json === null || data === null) return null
  const told =
    places.copies.length > 0
      ? copiesTold(data, places, change)
      : toldIn(data, places.name, place, change)
  return told.size === 0 ? null : withData(frame, editJson(json, told))
}

function toldIn(
  data: Fields,
  name: string,
  { types, inside }: FramePlace,
  change: Change,
): Writing {
  if (types !== null && !types.includes(textOf(data['type']) ?? '')) return nothingWritten
  const holder = inside === null ? data : fieldsOf(data[inside])
  const told = holder === null ? nothingWritten : withUsage(holder, name, change)
  return told.size === 0 || inside === null ? told : new Map([[inside, told]])
}

/** Changes every usage of a chunk: the main one and its copies. */
function copiesTold(data: Fields, { name, copies }: UsagePlaces, change: Change): Writing {
  const tell = (holder: unknown): Writing => {
    const fields = fieldsOf(holder)
    const hasUsage = fields !== null && fieldsOf(fields[name]) !== null
    return hasUsage ? withUsage(fields, name, change) : nothingWritten
  }
  const tellEach = (holder: unknown): Writing =>
    Array.isArray(holder)
      ? new Map(
          holder
            .map((entry, at) => [String(at), tell(entry)] as const)
            .filter(([, told]) => told.size > 0),
        )
      : tell(holder)
  const below = copies.map((copy) => [copy, tellEach(data[copy])] as const)
  return new Map([...tell(data), ...below.filter(([, told]) => told.size > 0)])
}

function withUsage(holder: Fields, name: string, change: Change): Writing {
  const usage = change(fieldsOf(holder[name]))
  if (usage === null) return nothingWritten
  return new Map([[name, JSON.stringify(usage === 'none' ? null : usage)]])
}

/** Replaces the data of a frame and keeps its other lines, such as the event name. */
function withData(frame: string, json: string): string {
  const lineEnd = frame.includes('\r\n') ? '\r\n' : '\n'
  const others = frame
    .split(/\r\n|\n|\r/)
    .filter((line) => line !== '' && !line.startsWith('data:'))
  // Multi-line data stays multi-line.
  return [...others, `data: ${json.replaceAll('\n', `${lineEnd}data: `)}`, '', ''].join(lineEnd)
}

/** Like `frameWithCost`, for several frames in one text. */
export function framesWithCost(
  frames: string,
  dialect: DialectName,
  costOf: (usage: Fields) => string | null,
): string {
  if (!frames.includes(`"${dialects[dialect].asClient.usagePlaces.name}"`)) return frames
  return framesIn(frames)
    .map((frame) => frameWithCost(frame, dialect, costOf) ?? frame)
    .join('')
}

/** Searches for line ends only, because a picture has millions of characters. */
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
