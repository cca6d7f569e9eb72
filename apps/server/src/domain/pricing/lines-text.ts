import type { PriceLine } from '@posthouse/contract/price'
import { microsFromMultiplier, multiplierFromMicros } from './multiplier.ts'

/*
 * Lines of an entry in one cell of a spreadsheet, amounts as multipliers:
 * `cache_read 0.25; output @flex 3.75; input >=200001 2; call quality=hd size=1792x1024 40000`.
 */

export const linesText = (lines: readonly PriceLine[]): string => lines.map(lineText).join('; ')

const lineText = ({ bucket, amount_micro, from_input_tokens: from, tier, attributes }: PriceLine) =>
  [
    bucket,
    ...(tier === undefined ? [] : [`@${tier}`]),
    ...(from === undefined ? [] : [`>=${from}`]),
    ...Object.entries(attributes ?? {}).map(([name, value]) => `${name}=${value}`),
    multiplierFromMicros(BigInt(amount_micro)),
  ].join(' ')

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
  if (!/^\d{1,9}(\.\d{1,6})?$/.test(amount) || conditions.includes(null)) return null
  const attributes = Object.assign({}, ...conditions.map((one) => one?.attributes ?? {}))
  return {
    bucket,
    amount_micro: String(microsFromMultiplier(amount)),
    ...Object.assign({}, ...conditions.map((one) => one?.line ?? {})),
    ...(Object.keys(attributes).length > 0 && { attributes }),
  }
}

type Condition = {
  readonly line?: Pick<PriceLine, 'tier' | 'from_input_tokens'>
  readonly attributes?: Readonly<Record<string, string>>
}

function conditionOf(word: string): Condition | null {
  if (word.startsWith('@')) return { line: { tier: word.slice(1) } }
  if (/^>=\d{1,9}$/.test(word)) return { line: { from_input_tokens: Number(word.slice(2)) } }
  const at = word.indexOf('=')
  return at < 1 ? null : { attributes: { [word.slice(0, at)]: word.slice(at + 1) } }
}
