import type { Supplier } from '@posthouse/llm/providers/supplier'
import { quirkChanges } from '@posthouse/llm/providers/quirks'
import { fieldsOf } from '@posthouse/llm/parts/fields'
import { editFields } from './body-edit.ts'
import { editPlaces } from './edit-places.ts'

type Taken = {
  readonly body: Buffer
  readonly dropped: readonly NonNullable<ReturnType<typeof quirkChanges>[number]['dropped']>[]
}

/** A chat in OpenAI's dialect as a supplier takes it. What needs no change keeps its bytes. */
export function takenBy({ quirks }: Supplier, body: Buffer, model: string): Taken {
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
