import type { Supplier } from '@posthouse/llm/suppliers/supplier'
import { spokenBySuppliers } from '@posthouse/llm/dialects'
import { operations } from '@posthouse/llm/operations'
import { quirkChanges } from '@posthouse/llm/suppliers/quirks'
import { fieldsOf } from '@posthouse/llm/bytes/fields'
import type { DialectRoute } from '../../../domain/channels/dialect-choice.ts'
import { editFields, membersOf } from './body-edit.ts'
import { editPlaces } from './edit-places.ts'
import { elsewhere } from '../../../upstream/models-elsewhere.ts'
import { outputMinimums } from './output-limits.ts'

type AdaptedBody = {
  readonly body: Buffer
  readonly dropped: readonly NonNullable<ReturnType<typeof quirkChanges>[number]['dropped']>[]
}

/** A chat as a supplier takes it that differs from its dialect. What needs no change keeps its bytes. */
export function takenBy(quirks: Supplier['quirks'], body: Buffer, model: string): AdaptedBody {
  const fields = () => fieldsOf(JSON.parse(body.toString('utf8'))) ?? {}
  const changes = quirkChanges(quirks, { includes: (word) => body.includes(word), fields }, model)
  if (changes.length === 0) return { body, dropped: [] }
  const renamed = changes.flatMap(({ as, place: [name] }): [string, string][] =>
    as === undefined ? [] : [[as, JSON.stringify(fields()[String(name)])]],
  )
  return {
    body: editFields(editPlaces(body, changes), new Map(renamed)),
    dropped: changes.flatMap(({ dropped }) => (dropped === undefined ? [] : [dropped])),
  }
}

/** Fields that no supplier is told: who else may answer, and how long an answer must be at least. */
const dropped = [...elsewhere, ...outputMinimums]

/**
 * A body of any dialect that asks for one model, and that limits its output by its dialect's own names alone. A
 * channel's own parameters come later, and may ask for another.
 */
export function forOneModel(body: Buffer, { dialect, operation }: DialectRoute): AdaptedBody {
  const { hasOutput } = operations[operation]
  const unwanted = [
    ...(hasOutput ? dropped : elsewhere),
    ...(hasOutput ? spokenBySuppliers[dialect].asClient.places.limitAliases : []),
  ]
  // A name may be written with escapes.
  const mayName = [...unwanted, String.raw`\u`].some((word) => body.includes(word))
  const named = new Set(mayName ? membersOf(body).map(({ name }) => name) : [])
  const names = unwanted.filter((name) => named.has(name))
  if (names.length === 0) return { body, dropped: [] }
  return {
    body: editFields(body, new Map(names.map((name) => [name, null]))),
    dropped: names.filter((name) => dropped.includes(name)).map((name) => `rest.${name}` as const),
  }
}
