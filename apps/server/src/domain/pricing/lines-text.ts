import type { PriceLine } from '@posthouse/contract/price'
import { datesOf } from './price-book.ts'
import { microsFromMultiplier, multiplierFromMicros } from './multiplier.ts'

/*
 * Lines of an entry in one cell of a spreadsheet, amounts as multipliers:
 * `cache_read 0.25; output @flex 3.75; input >=200001 2; call quality=hd size=1792x1024 40000`. Dates are days of UTC:
 * `input 2027-01-01..2027-03-01 0.75`, where either may be left out.
 */

export const linesText = (lines: readonly PriceLine[]): string => lines.map(lineText).join('; ')

const lineText = (line: PriceLine): string => {
  const { bucket, amount_micro, from_input_tokens: from, tier, attributes } = line
  const isDated = line.from !== undefined || line.until !== undefined
  return [
    bucket,
    ...(tier === undefined ? [] : [`@${tier}`]),
    ...(from === undefined ? [] : [`>=${from}`]),
    ...Object.entries(attributes ?? {}).map(([name, value]) => `${name}=${value}`),
    ...(isDated ? [`${dayText(line.from)}..${dayText(line.until)}`] : []),
    multiplierFromMicros(BigInt(amount_micro)),
  ].join(' ')
}

const dayText = (seconds: number | undefined): string =>
  seconds === undefined ? '' : new Date(seconds * 1_000).toISOString().slice(0, 10)

/** Null: one of them cannot be read. Meters and conditions are checked with the rest of the entry. */
export function linesFromText(text: string): readonly object[] | null {
  const parts = text.split(';').filter((part) => part.trim() !== '')
  const lines = parts.map(lineFromText)
  return lines.every((line) => line !== null) ? lines : null
}

function lineFromText(text: string): object | null {
  const [bucket = '', ...words] = text.trim().split(/\s+/)
  const amount = words.pop() ?? ''
  const conditions = words.map(conditionOf)
  const names = new Set(conditions.map((one) => one?.name))
  // A condition that is there twice is a mistake: neither of them is taken for what was meant.
  if (names.size < words.length || names.has(undefined)) return null
  if (!/^\d{1,12}(\.\d{1,6})?$/.test(amount)) return null
  const attributes = Object.assign({}, ...conditions.map((one) => one?.attributes ?? {}))
  return {
    bucket,
    amount_micro: String(microsFromMultiplier(amount)),
    ...Object.assign({}, ...conditions.map((one) => one?.line ?? {})),
    ...(Object.keys(attributes).length > 0 && { attributes }),
  }
}

type Condition = {
  /** Of a line, no two have the same. */
  readonly name: string
  readonly line?: Pick<PriceLine, 'tier' | 'from_input_tokens' | 'from' | 'until'>
  readonly attributes?: Readonly<Record<string, string>>
}

function conditionOf(word: string): Condition | null {
  if (word.startsWith('@')) return { name: '@', line: { tier: word.slice(1) } }
  if (/^>=\d{1,9}$/.test(word)) {
    return { name: '>=', line: { from_input_tokens: Number(word.slice(2)) } }
  }
  const dates = /^(\d{4}-\d\d-\d\d)?\.\.(\d{4}-\d\d-\d\d)?$/.exec(word)
  if (dates !== null) return datesFrom(dates[1], dates[2])
  const [, name, value = ''] = /^([a-z][a-z_]*)=(.*)$/.exec(word) ?? []
  return name === undefined ? null : { name: `${name}=`, attributes: { [name]: value } }
}

/** Null: one of them is no day. */
function datesFrom(from: string | undefined, until: string | undefined): Condition | null {
  const [first, last] = [from, until].map((day) => (day === undefined ? undefined : dayFrom(day)))
  if (first === null || last === null) return null
  return { name: '..', line: datesOf({ from: first, until: last }) }
}

function dayFrom(text: string): number | null {
  const time = Date.parse(`${text}T00:00:00Z`)
  // `2027-02-30` is read as a day of March.
  return Number.isNaN(time) || !new Date(time).toISOString().startsWith(text) ? null : time / 1_000
}
