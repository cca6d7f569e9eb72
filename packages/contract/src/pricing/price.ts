import { z } from 'zod'
import { isChannelType } from '../channel/channel-type-numbers.ts'
import type { FieldMessage } from '../refusals/field-messages.ts'
import { whenMissing } from '../when-missing.ts'
import { nameOf, Seconds, secondsMax } from '../scalars.ts'
import { type Dates, daySeconds, lineInForce, momentsOf } from './dated-lines.ts'
import { conditionOf } from './line-condition.ts'

export const priceTypes = ['tokens', 'times'] as const

/** A decimal multiplier from a form: at most six places, kept as text so that it is never rounded as a float. */
export const multiplier = (message: 'price.input' | 'price.output') =>
  z
    .union([z.string(), z.number()], { error: whenMissing('field.required') })
    .transform((value) => String(value).trim())
    .refine((text) => text !== '', { error: 'field.required' })
    .refine((text) => !text.startsWith('-'), { error: message })
    .refine((text) => /^\d{1,9}(\.\d{1,6})?$/.test(text), { error: 'field.multiplier' })

/** Billed units: tokens by kind, calls, characters of spoken text, seconds of audio or video. */
const priceBuckets = [
  'input',
  'output',
  'cache_read',
  'cache_write_5m',
  'cache_write_1h',
  'reasoning',
  'audio_in',
  'audio_out',
  'image_in',
  'image_out',
  'call',
  'character',
  'second',
] as const

/** The kind of usage that a line applies to: size and quality of an image, a voice, the name of a tool. */
const LineAttributes = z
  .record(
    z.string(),
    z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^[\w.:-]{1,32}$/, 'price.kind-value'),
  )
  .refine((kinds) => Object.keys(kinds).every((name) => /^[a-z][a-z_]{0,31}$/.test(name)), {
    error: 'price.kind-name',
  })
  .refine((kinds) => [1, 2, 3, 4].includes(Object.keys(kinds).length), {
    error: 'price.kinds-most',
  })
  .transform((kinds) =>
    Object.fromEntries(Object.entries(kinds).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  )

/** The start of a day in UTC. */
const Day = z
  .number({ error: 'price.day' })
  .int('price.day')
  .min(0, 'price.day')
  .max(secondsMax, 'price.day')
  .multipleOf(daySeconds, 'price.day')

/**
 * Digits in micro-quota for a multiplier of 9 digits before the point. A call's multiplier counts thousands of quota
 * units, and a cache write may cost twice the input.
 */
const amountDigitsMost = { call: 18, other: 16 }

/** A line as `Price` returns it. Fields that are only for display are ignored. */
const PriceLineInput = z
  .object({
    bucket: z.enum(priceBuckets, { error: 'field.invalid' }),
    amount_micro: z.string().min(1, 'field.required').regex(/^\d+$/, 'field.whole'),
    from_input_tokens: z.number().int('field.whole').min(1).optional(),
    tier: z
      .string()
      .regex(/^[\w-]{1,32}$/, 'field.invalid')
      .optional(),
    attributes: LineAttributes.optional(),
    from: Day.optional(),
    until: Day.optional(),
  })
  .refine(
    ({ bucket, amount_micro: amount }) =>
      amount.length <= amountDigitsMost[bucket === 'call' ? 'call' : 'other'],
    { path: ['amount_micro'], error: 'field.whole' },
  )
type PriceLineInput = z.output<typeof PriceLineInput>

const isUnconditional = (line: PriceLineInput): boolean =>
  line.from_input_tokens === undefined && line.tier === undefined && line.attributes === undefined

/** Whether the line sets the same base price as the fields `input` and `output`. */
const isOfFields = (line: PriceLineInput, type: string | undefined): boolean =>
  isUnconditional(line) && (type === 'times' ? ['call'] : ['input', 'output']).includes(line.bucket)

export const PriceFields = z.object({
  model: nameOf('price.model')
    .max(200)
    .refine((name) => !name.includes('*') || /^[^*]+\*$/.test(name), { error: 'field.wildcard' }),
  type: z.enum(priceTypes, { error: 'price.type' }),
  channel_type: z
    .number({ error: whenMissing('price.channel-type') })
    .int()
    .min(0, 'price.channel-type')
    // 0 means any type.
    .refine((type) => type <= 0 || isChannelType(type), { error: 'channel.type-unknown' }),
  input: multiplier('price.input'),
  output: multiplier('price.output'),
  locked: z.boolean().optional().describe('Absent: as it was; of a new entry, false.'),
  lines: z
    .array(PriceLineInput)
    .max(200)
    .optional()
    .describe(
      'Of other buckets, of context bands, of service tiers, of other dates. What input and output say is not read from here. Absent: cached input is priced at the published ratio of the model or its supplier.',
    ),
})

type Lines = Pick<z.output<typeof PriceFields>, 'input' | 'lines'> & {
  readonly type?: z.output<typeof PriceFields>['type'] | undefined
}

/**
 * Lines must not repeat and dates must be in order. If some kinds of a call have prices, the price for all other kinds
 * cannot be 0.
 */
export function checkLines(
  { type, input, lines = [] }: Lines,
  context: z.core.$RefinementCtx<Lines>,
): void {
  const starts = lines.map((line) => `${conditionOf(line)} ${line.from ?? ''}`)
  lines.forEach((line, at) => {
    const { from, until } = line
    const refuse = (message: FieldMessage, field: readonly ('from' | 'until')[]) =>
      context.addIssue({ code: 'custom', path: ['lines', at, ...field], message })
    if (starts.indexOf(starts[at] ?? '') !== at) {
      if (from === undefined) refuse('price.kind-twice', [])
      else refuse('price.from-twice', ['from'])
    }
    if (until === undefined) return
    if (from !== undefined && until <= from) refuse('price.until-after', ['until'])
    if (from === undefined && isOfFields(line, type)) refuse('price.from-needed', ['from'])
  })
  if (type !== 'times') return
  for (const path of freeOthers(input, lines)) {
    context.addIssue({ code: 'custom', path: [...path], message: 'price.call-other' })
  }
}

/** Fields that make all other kinds of a call free, on any day, while some kinds have prices. */
function freeOthers(
  input: string,
  lines: readonly PriceLineInput[],
): readonly (readonly (string | number)[])[] {
  type Base = Dates & Pick<PriceLineInput, 'amount_micro'> & { path: readonly (string | number)[] }
  const bases = lines.flatMap((line, at): Base[] =>
    line.bucket === 'call' && isUnconditional(line) && (line.from ?? line.until) !== undefined
      ? [{ ...line, path: ['lines', at, 'amount_micro'] }]
      : [],
  )
  const base: Base = { amount_micro: Number(input) === 0 ? '0' : '1', path: ['input'] }
  const kinds = lines.filter((line) => line.bucket === 'call' && line.attributes !== undefined)
  const rivals = [...Map.groupBy(kinds, conditionOf).values()]
  const free = [Number.NEGATIVE_INFINITY, ...momentsOf([...bases, ...kinds])].flatMap((moment) => {
    const other = lineInForce([base, ...bases], moment)
    if (other === undefined || !isFree(other)) return []
    const isPriced = rivals.some((each) => {
      const kind = lineInForce(each, moment)
      return kind !== undefined && !isFree(kind)
    })
    return isPriced ? [other.path] : []
  })
  return [...new Set(free)]
}

const isFree = ({ amount_micro: amount }: Pick<PriceLineInput, 'amount_micro'>): boolean =>
  /^0+$/.test(amount)

export const PriceInput = PriceFields.superRefine(checkLines)
export type PriceInput = z.output<typeof PriceInput>

/** A row of a price list that could not be read. */
const SkippedPrice = z.object({
  model: z.string().min(1).max(200),
  type: z.literal('skipped').describe('Overwriting keeps the entry of the model as it is.'),
})

export const ListedPrice = z.discriminatedUnion('type', [PriceInput, SkippedPrice], {
  error: 'price.type',
})
export type ListedPrice = z.output<typeof ListedPrice>

/** One meter of usage. Amounts are micro-quota per unit. */
export const PriceLine = z.object({
  bucket: z.enum(priceBuckets),
  unit: z.enum(['token', 'call', 'character', 'second']),
  amount_micro: z.string().describe('Micro-quota a unit, a whole number'),
  dollars_per_million: z.string().describe('For the eye'),
  from_input_tokens: z
    .number()
    .int()
    .optional()
    .describe('The line holds from so many input tokens of a request on. Absent: always.'),
  tier: z
    .string()
    .optional()
    .describe(
      'The line holds for answers of this service tier. Absent: of any that has no line of its own.',
    ),
  attributes: z
    .record(z.string(), z.string())
    .optional()
    .describe(
      'The line holds for usage of this kind, such as `{"size": "1024x1024"}`. Absent: of any.',
    ),
  from: Seconds.optional().describe(
    'The line applies to calls that begin at this moment or later: the start of a day in UTC. Of lines with the same conditions the last that has begun counts. Absent: always.',
  ),
  until: Seconds.optional().describe(
    'The line does not apply to calls that begin at this moment or later, unless no other line takes its place. Absent: it has no end.',
  ),
})
export type PriceLine = z.output<typeof PriceLine>

/** `own`: entered by an administrator. `imported`: fetched from an address. `default`: included in this version. */
export const priceOrigins = ['own', 'imported', 'default'] as const

export const Price = z.object({
  /** 0 for a price without an entry, such as a draft. */
  id: z.number().int(),
  model: z.string(),
  type: z.enum(priceTypes),
  channel_type: z.number().int(),
  /** Multipliers: 1 is $0.002 for 1 000 tokens. Decimal text. */
  input: z.string(),
  output: z.string(),
  lines: z.array(PriceLine),
  source: z.string(),
  origin: z.enum(priceOrigins),
  /** Whether fetched lists leave it unchanged. */
  locked: z.boolean(),
  updated_time: Seconds,
})
export type Price = z.output<typeof Price>

export const PriceMatch = z.object({
  model: z.string(),
  /** The entry that prices it. `null` when there is none. */
  price: Price.nullable(),
  /** The published price of an unpriced name. `null` when none is known. */
  published: Price.nullable(),
})
export type PriceMatch = z.output<typeof PriceMatch>
