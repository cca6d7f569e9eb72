import { phrase, type Phrase } from '@posthouse/contract/phrases'
import { type Member, membersOf } from './edits/body-edit.ts'
import { elsewhere } from '../../upstream/models-elsewhere.ts'
import { limitNames } from '@posthouse/llm/bytes/output-limits'
import { outputMinimums } from './edits/output-limits.ts'
import type { BodyRefusal } from './body-facts.ts'
import {
  answerCounts,
  type BodyShape,
  bodyShapes,
  type BodyKind,
} from '@posthouse/llm/surfaces/body-shapes'
import { suppliersFields } from './supplier-tools.ts'

/*
 * The decision here must be what the supplier reads. Of a name that is there twice readers believe the first
 * or the last, and some (Go's, by Unicode folding) any case of it: so names that decide stand in a body once, and
 * as their dialect writes them.
 */

/** Names that routing, holds or the reading of the answer depend on, whatever the dialect. */
const everywhere = [
  'model',
  'stream',
  'stream_options',
  'tools',
  'functions',
  'store',
  'background',
  'previous_response_id',
  'conversation',
  'prompt',
  'include',
  'reasoning',
  'thinking',
  'thinking_budget',
  ...suppliersFields,
  // These are taken out, however somebody else would read them.
  ...elsewhere,
  ...outputMinimums,
] as const

/** Holders that some servers merge into the body itself, over what stands there; of Ollama and Hugging Face the last two. */
const merged = ['extra_body', 'options', 'parameters'] as const
const configNames = ['generationConfig', 'generation_config'] as const
const thinkingNames = ['thinkingConfig', 'thinking_config'] as const

type Names = {
  readonly top: Spellings
  readonly config: Spellings
  /** Names at the top of what is merged into the body, or obeyed beside it. */
  readonly holders: ReadonlySet<string>
}

/** The right spellings of a name, by what it is folded to. */
type Spellings = ReadonlyMap<string, readonly string[]>

const tables = new Map<BodyKind, Names>()

function namesOf(kind: BodyKind): Names {
  const known = tables.get(kind)
  if (known !== undefined) return known
  const shape = bodyShapes[kind]
  const { input, counted, limits, aliases, answers, tiers, wrapped, namesModel } = shape
  const options = [...limits, ...aliases, ...answers]
  const own = [
    ...everywhere,
    input,
    ...counted,
    ...tiers,
    ...(wrapped === undefined ? [] : [wrapped]),
  ]
  const made = namesModel
    ? {
        top: spellings([...own, ...merged, ...configNames, ...options], foldCase),
        config: new Map(),
        holders: new Set([...merged, ...configNames].map(foldCase)),
      }
    : {
        top: new Map([
          ...spelledOtherwise(shape, (name) => `generationConfig.${name}`),
          ...spellings([...own, ...merged, ...configNames], foldSpelling),
        ]),
        config: new Map([
          ...spelledOtherwise(shape, (name) => name),
          ...spellings([...options, ...thinkingNames], foldSpelling),
        ]),
        holders: new Set(merged.map(foldCase)),
      }
  tables.set(kind, made)
  return made
}

function spellings(names: readonly string[], fold: (name: string) => string): Spellings {
  const table = new Map<string, string[]>()
  for (const name of new Set(names)) {
    const folded = fold(name)
    table.set(folded, [...(table.get(folded) ?? []), name])
  }
  return table
}

/** The names of what limits and multiplies the output in a dialect with a configuration, by every name of that. */
const spelledOtherwise = (
  { limits, answers }: BodyShape,
  placed: (name: string) => string,
): (readonly [string, readonly string[]])[] =>
  [[limits, limitNames] as const, [answers, answerCounts] as const].flatMap(([own, others]) =>
    own.length === 0
      ? []
      : [...own, ...others].map((name) => [foldSpelling(name), own.map(placed)] as const),
  )

/** As Go folds them: `ſ` is an s and the Kelvin sign a k. */
const foldCase = (name: string): string => name.toUpperCase().toLowerCase()

/** Gemini's API has two spellings of every name, and they are one name. */
const foldSpelling = (name: string): string => foldCase(name).replaceAll('_', '')

/** The first name that decides and is there twice, or in a spelling of its own; null: there is none. */
export function checkNames(kind: BodyKind, body: Buffer): BodyRefusal | null {
  const names = namesOf(kind)
  const { top, config } = names
  const fold = bodyShapes[kind].namesModel ? foldCase : foldSpelling
  const members = membersOf(body)
  const wrapped = members.find(({ name }) => name === bodyShapes[kind].wrapped)
  const inner = wrapped === undefined ? [] : objectAt(body, wrapped)
  const configured = [...members, ...inner].filter(({ name }) =>
    configNames.some((known) => known === name),
  )
  return (
    faultIn(members, top, fold) ??
    faultIn(inner, top, fold) ??
    configured.map((member) => faultIn(objectAt(body, member), config, fold)).find(Boolean) ??
    mergedFault(body, members, names.holders)
  )
}

/** Names that may not stand in what is merged: nobody would have counted them. */
const refusedWithin: ReadonlySet<string> = new Set(
  [
    'model',
    'stream',
    ...elsewhere,
    ...outputMinimums,
    ...limitNames,
    ...answerCounts,
    ...bodyShapes.gemini.limits,
    ...bodyShapes.gemini.answers,
  ].map(foldCase),
)
/** A merged value may hold another of its kind; `google`: the part of Google's own in a body of OpenAI's. */
const heldWithin: ReadonlySet<string> = new Set([...merged, ...configNames, 'google'].map(foldCase))
/** Further inside nobody looks. */
const holdersMost = 3

function mergedFault(
  body: Buffer,
  members: readonly Member[],
  holders: ReadonlySet<string>,
): BodyRefusal | null {
  const found = members
    .filter(({ name }) => holders.has(foldCase(name)))
    .map((holder) => refusedIn(body, holder, [holder.name]))
    .find((path) => path !== null)
  return found == null ? null : invalid(found.join('.'), phrase('it belongs in the body itself'))
}

/** The place of something that may not stand there; null: nowhere. */
function refusedIn(
  body: Buffer,
  holder: Member,
  path: readonly string[],
): readonly string[] | null {
  for (const member of objectAt(body, holder)) {
    const name = foldCase(member.name)
    const inside = [...path, member.name]
    if (refusedWithin.has(name)) return inside
    const mayHold = heldWithin.has(name) && path.length < holdersMost
    const found = mayHold ? refusedIn(body, member, inside) : null
    if (found !== null) return found
  }
  return null
}

const openBrace = 123

const objectAt = (body: Buffer, { from }: Member): Member[] =>
  body[from] === openBrace ? membersOf(body, from) : []

function faultIn(
  members: readonly Member[],
  table: Spellings,
  fold: (name: string) => string,
): BodyRefusal | null {
  const seen = new Set<string>()
  for (const { name } of members) {
    const folded = fold(name)
    const right = table.get(folded)
    if (right === undefined) continue
    if (!right.includes(name))
      return invalid(name, phrase('it is written {names}', { names: right.join(' / ') }))
    if (seen.has(folded)) return invalid(name, phrase('it is there twice'))
    seen.add(folded)
  }
  return null
}

const invalid = (field: string, reason: Phrase): BodyRefusal => ({
  code: 'model.field',
  params: { field, reason },
})
