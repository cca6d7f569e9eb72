import { phrase, type Phrase } from '@posthouse/contract/phrases'
import { type Member, membersOf } from '../../upstream/body-edit.ts'
import { elsewhere } from '../../upstream/models-elsewhere.ts'
import { outputMinimums } from '../../upstream/output-limits.ts'
import type { BodyKind, BodyRefusal } from './body-facts.ts'
import { bodyShapes } from './body-shapes.ts'
import { suppliersFields } from './elsewhere.ts'

/*
 * What is decided here must be what the supplier reads. Of a name that is there twice readers believe the first
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

/** What some servers merge into the body itself, over what stands there; of Ollama and Hugging Face the last two. */
const merged = ['extra_body', 'options', 'parameters'] as const
const mergedNames = ['model', 'stream', ...elsewhere, ...outputMinimums] as const

const configNames = ['generationConfig', 'generation_config'] as const
const thinkingNames = ['thinkingConfig', 'thinking_config'] as const

type Names = {
  readonly top: Spellings
  readonly config: Spellings
  /** What may not stand in what is merged: nobody would have counted it. */
  readonly merged: ReadonlySet<string>
}

/** The right spellings of a name, by what it is folded to. */
type Spellings = ReadonlyMap<string, readonly string[]>

const tables = new Map<BodyKind, Names>()

function namesOf(kind: BodyKind): Names {
  const known = tables.get(kind)
  if (known !== undefined) return known
  const { input, counted, limits, aliases, answers, tiers, wrapped, namesModel } = bodyShapes[kind]
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
        top: spellings([...own, ...merged, ...options], foldCase),
        config: new Map(),
        merged: new Set([...mergedNames, ...options].map(foldCase)),
      }
    : {
        top: spellings([...own, ...configNames], foldSpelling),
        config: spellings([...options, ...thinkingNames], foldSpelling),
        merged: new Set<string>(),
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
    mergedFault(body, members, names.merged) ??
    null
  )
}

function mergedFault(
  body: Buffer,
  members: readonly Member[],
  refused: ReadonlySet<string>,
): BodyRefusal | null {
  const holders = members.filter(({ name }) => merged.some((known) => known === name))
  const inside = holders.flatMap((holder) =>
    objectAt(body, holder).map(({ name }) => ({ holder: holder.name, name })),
  )
  const wrong = inside.find(({ name }) => refused.has(foldCase(name)))
  return wrong === undefined
    ? null
    : invalid(`${wrong.holder}.${wrong.name}`, phrase('it belongs in the body itself'))
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
