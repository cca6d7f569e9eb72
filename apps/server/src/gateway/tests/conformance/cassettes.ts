import { readdirSync, readFileSync } from 'node:fs'
import type { DialectName } from '@posthouse/llm/canonical/dialect'
import type { ModelEvent } from '@posthouse/llm/canonical/event'

/** An answer as its vendor documents it, with what it means: packages/llm/cassettes. */
export type Recorded = {
  readonly name: string
  readonly about: string
  /** The vendor's page. */
  readonly source: string
  readonly request: Readonly<Record<string, unknown>>
  readonly frames?: readonly string[]
  readonly body?: unknown
  readonly events: readonly ModelEvent[]
}

const folder = new URL('../../../../../../packages/llm/cassettes/', import.meta.url)

export function recordedAnswers(dialect: DialectName): readonly Recorded[] {
  const place = new URL(`${dialect}/`, folder)
  return readdirSync(place)
    .toSorted()
    .map((file) => {
      const recorded: Omit<Recorded, 'name'> = JSON.parse(
        readFileSync(new URL(file, place), 'utf8'),
      )
      return { ...recorded, name: file.replace('.json', '').replaceAll('-', ' ') }
    })
}
