import { tierWord } from '@posthouse/contract/line-condition'
import type { PriceInput } from '@posthouse/contract/price'
import { unitOf } from '@posthouse/llm/canonical/meter'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { fairLines } from './fair-lines.ts'
import { microsFromMultiplier } from './multiplier.ts'
import { settledEntry } from './lines-at.ts'
import { datesOf, microQuota, type PriceEntry, type PriceLine } from './price-book.ts'
import type { NewPriceRow, PriceRow, StoredLine } from './price-row.ts'

export type PriceStore = ReturnType<typeof createPriceStore>

export function createPriceStore(db: Kysely<Tables>) {
  return {
    all: (): Promise<PriceRow[]> =>
      db.selectFrom('prices').selectAll().orderBy('channel_type').orderBy('model').execute(),

    async find(model: string): Promise<PriceRow | null> {
      const row = await db
        .selectFrom('prices')
        .selectAll()
        .where('model', '=', model)
        .executeTakeFirst()
      return row ?? null
    },
  }
}

/** What an entry keeps of the one before it, and what it says of itself. */
export type RowFacts = {
  readonly at: number
  /** Empty: somebody typed it. */
  readonly source?: string
  readonly locked?: boolean
}

/**
 * A price as an administrator typed it. The entry keeps no line of an older one: it is what was sent, and where no
 * lines were sent, cached input at the published ratio.
 */
export const rowFromInput = (
  input: PriceInput,
  { at, source = '', locked = false }: RowFacts,
): NewPriceRow => {
  const inputMicros = microsFromMultiplier(input.input)
  return {
    model: input.model,
    type: input.type,
    channel_type: BigInt(input.channel_type),
    input_micros: inputMicros,
    output_micros: microsFromMultiplier(input.output),
    lines: JSON.stringify(
      input.lines === undefined && input.type === 'tokens'
        ? fairLines(input.model, input.channel_type, inputMicros)
        : furtherLines(input),
    ),
    source,
    locked: (input.locked ?? locked) ? 1n : 0n,
    updated_at: BigInt(at),
  }
}

/** Input and output of a model's entry. Its further lines stay, unless they follow from its input. */
export function rowFromPlain(
  price: Pick<PriceInput, 'model' | 'input' | 'output'> & { readonly channel_type: number },
  before: PriceRow | null,
  at: number,
): NewPriceRow {
  const row = rowFromInput({ ...price, type: 'tokens' }, { at, locked: before?.locked === 1n })
  if (before === null) return row
  const { channel_type } = before
  const settled = settledRow(before, at)
  return followed({ ...row, channel_type, lines: settled.lines }, settled)
}

/** The row with the lines that apply from now on. */
function settledRow(row: PriceRow, now: number): PriceRow {
  const entry = entryFrom(row)
  const { lines } = settledEntry(entry, now)
  if (row.type === 'times' || lines === entry.lines) return row
  const base = (bucket: PriceLine['bucket']) => lines.find((line) => line.bucket === bucket)
  const bases = [base('input'), base('output')]
  return {
    ...row,
    input_micros: bases[0]?.amount ?? row.input_micros,
    output_micros: bases[1]?.amount ?? row.output_micros,
    lines: JSON.stringify(lines.filter((line) => !bases.includes(line)).map(storedLine)),
  }
}

const storedLine = ({ unit: _unit, amount, fromInputTokens, ...line }: PriceLine): StoredLine => {
  const { bucket, tier, attributes } = line
  return {
    bucket,
    amount: String(amount),
    ...(fromInputTokens === 0 ? {} : { fromInputTokens }),
    ...(tier === undefined ? {} : { tier }),
    ...(attributes === undefined ? {} : { attributes }),
    ...datesOf(line),
  }
}

/** Cached input that had the published ratio, and was not touched, has it of a new price of input as well. */
export function followed(row: NewPriceRow, before: PriceRow | undefined): NewPriceRow {
  if (before === undefined || row.lines !== before.lines || row.type !== 'tokens') return row
  if (row.input_micros === before.input_micros || before.lines !== fairText(before)) return row
  return { ...row, lines: fairText(row) }
}

const fairText = ({ model, channel_type, input_micros }: NewPriceRow): string =>
  JSON.stringify(fairLines(model, Number(channel_type), input_micros))

/** What holds always of input and output, or of the call where calls are priced, are columns of the entry. */
const furtherLines = ({ type, lines = [] }: PriceInput): StoredLine[] =>
  lines.flatMap((line) => {
    const { bucket, amount_micro: amount, from_input_tokens: from, tier, attributes } = line
    const dates = datesOf(line)
    const isPlain = [from, tier, attributes, dates.from, dates.until].every(
      (condition) => condition === undefined,
    )
    const isColumn =
      type === 'times' ? bucket === 'call' : bucket === 'input' || bucket === 'output'
    if (isPlain && isColumn) return []
    // Tokens are no part of the price of a call.
    if (type === 'times' && bucket !== 'call') return []
    return [
      {
        bucket,
        amount,
        ...(from === undefined ? {} : { fromInputTokens: from }),
        ...(tier === undefined ? {} : { tier: tierWord(tier) }),
        ...(attributes === undefined ? {} : { attributes }),
        ...dates,
      },
    ]
  })

/** One call of type `times` costs 1 000 × multiplier units. */
const unitsACall = 1_000n

export function entryFrom(row: PriceRow): PriceEntry {
  const shared = { model: row.model, channelType: Number(row.channel_type) }
  const further: StoredLine[] = JSON.parse(row.lines)
  if (row.type === 'times') {
    const amount = String(row.input_micros * unitsACall)
    const kinds = further.filter(({ bucket }) => bucket === 'call')
    return {
      ...shared,
      type: 'times',
      lines: [{ bucket: 'call', amount } as const, ...kinds].map(lineOf),
    }
  }
  return {
    ...shared,
    type: 'tokens',
    lines: [
      lineOf({ bucket: 'input', amount: String(row.input_micros) }),
      lineOf({ bucket: 'output', amount: String(row.output_micros) }),
      ...further.map(lineOf),
    ],
  }
}

const lineOf = (line: StoredLine): PriceLine => ({
  bucket: line.bucket,
  unit: unitOf(line.bucket),
  amount: microQuota(BigInt(line.amount)),
  fromInputTokens: line.fromInputTokens ?? 0,
  ...(line.tier === undefined ? {} : { tier: line.tier }),
  ...(line.attributes === undefined ? {} : { attributes: line.attributes }),
  ...datesOf(line),
})

const hundredPerCent = 10_000n

/** Every amount of an entry changed by so many per cent, at most two decimals; each rounded to the nearest micro-quota. */
export function scaled(
  {
    input_micros,
    output_micros,
    lines,
  }: Pick<PriceRow, 'input_micros' | 'output_micros' | 'lines'>,
  percent: string,
): Pick<PriceRow, 'input_micros' | 'output_micros' | 'lines'> {
  const factor = hundredPerCent + BigInt(Math.round(Number(percent) * 100))
  const times = (amount: bigint): bigint => (amount * factor + hundredPerCent / 2n) / hundredPerCent
  const further: StoredLine[] = JSON.parse(lines)
  return {
    input_micros: times(input_micros),
    output_micros: times(output_micros),
    lines: JSON.stringify(
      further.map((line) => ({ ...line, amount: String(times(BigInt(line.amount))) })),
    ),
  }
}
