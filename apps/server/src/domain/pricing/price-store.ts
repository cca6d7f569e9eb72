import type { PriceInput } from '@posthouse/contract/price'
import type { Insertable, Kysely, Selectable, Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { microsFromMultiplier } from './multiplier.ts'
import { tierWord } from './tier.ts'
import { microQuota, type PriceEntry, type PriceLine } from './price-book.ts'

export type PriceRow = Selectable<Tables['prices']>

/** Further lines of an entry as they stand in the database. */
export type StoredLine = {
  readonly bucket: PriceLine['bucket']
  /** Micro-quota a token, as text. */
  readonly amount: string
  readonly fromInputTokens?: number
  readonly tier?: string
}

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

    async insert(transaction: Transaction<Tables>, row: Insertable<Tables['prices']>) {
      await transaction.insertInto('prices').values(row).execute()
    },

    /** Answers whether there was such an entry. */
    async update(
      transaction: Transaction<Tables>,
      model: string,
      row: Insertable<Tables['prices']>,
    ): Promise<boolean> {
      const done = await transaction
        .updateTable('prices')
        .set(row)
        .where('model', '=', model)
        .executeTakeFirst()
      return done.numUpdatedRows > 0n
    },

    /** Sets input and output of a model's own entry, or adds one. Further lines of the entry stay. */
    async put(
      transaction: Transaction<Tables>,
      price: Pick<PriceInput, 'model' | 'input' | 'output'> & { readonly channel_type: number },
      at: number,
    ): Promise<void> {
      const row = rowFromInput({ ...price, type: 'tokens' }, at)
      const { input_micros, output_micros, source, updated_at } = row
      await transaction
        .insertInto('prices')
        .values(row)
        .onConflict((conflict) =>
          conflict
            .column('model')
            .doUpdateSet({ type: 'tokens', input_micros, output_micros, source, updated_at }),
        )
        .execute()
    },

    async remove(transaction: Transaction<Tables>, model: string): Promise<boolean> {
      const done = await transaction
        .deleteFrom('prices')
        .where('model', '=', model)
        .executeTakeFirst()
      return done.numDeletedRows > 0n
    },
  }
}

/** A price as an administrator typed it. The entry keeps no line of an older one: it is what was sent. */
export const rowFromInput = (input: PriceInput, at: number): Insertable<Tables['prices']> => ({
  model: input.model,
  type: input.type,
  channel_type: BigInt(input.channel_type),
  input_micros: microsFromMultiplier(input.input),
  output_micros: microsFromMultiplier(input.output),
  lines: JSON.stringify(furtherLines(input)),
  source: '',
  updated_at: BigInt(at),
})

/** `input` and `output` of the entry are the lines of theirs that hold always. */
const furtherLines = ({ type, lines = [] }: PriceInput): StoredLine[] =>
  lines.flatMap(({ bucket, amount_micro: amount, from_input_tokens: from, tier }) => {
    const isPlain = from === undefined && tier === undefined
    if (type === 'times' || bucket === 'call') return []
    if (isPlain && (bucket === 'input' || bucket === 'output')) return []
    return [
      {
        bucket,
        amount,
        ...(from === undefined ? {} : { fromInputTokens: from }),
        ...(tier === undefined ? {} : { tier: tierWord(tier) }),
      },
    ]
  })

/** One call of type `times` costs 1 000 × multiplier units. */
const unitsACall = 1_000n

export function entryFrom(row: PriceRow): PriceEntry {
  const shared = { model: row.model, channelType: Number(row.channel_type) }
  if (row.type === 'times') {
    const amount = microQuota(row.input_micros * unitsACall)
    return {
      ...shared,
      type: 'times',
      lines: [{ bucket: 'call', unit: 'call', amount, fromInputTokens: 0 }],
    }
  }
  const further: StoredLine[] = JSON.parse(row.lines)
  return {
    ...shared,
    type: 'tokens',
    lines: [
      tokenLine({ bucket: 'input', amount: String(row.input_micros) }),
      tokenLine({ bucket: 'output', amount: String(row.output_micros) }),
      ...further.map(tokenLine),
    ],
  }
}

const tokenLine = (line: StoredLine): PriceLine => ({
  bucket: line.bucket,
  unit: 'token',
  amount: microQuota(BigInt(line.amount)),
  fromInputTokens: line.fromInputTokens ?? 0,
  ...(line.tier === undefined ? {} : { tier: line.tier }),
})
