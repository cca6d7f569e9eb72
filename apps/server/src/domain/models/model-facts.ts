import { readFileSync } from 'node:fs'
import type { ModelFacts } from '@posthouse/contract/model-facts'
import { ModelFactsEntry, ModelFactsList } from '@posthouse/contract/model-facts-entry'
import { z } from 'zod'
import { closestName } from '../../lib/closest-name.ts'

/** The facts of every model name: what the operator says, over what is published, over nothing. */
export type ModelBook = { factsOf(model: string): ModelFacts }

/** Nothing is known: every part may be anything. */
const unknown: ModelFacts = {
  operation: null,
  context: null,
  output: null,
  reasons: null,
  in: null,
  out: null,
  fetches: false,
  limitExcludesReasoning: false,
}

/** Builds the book. The operator's facts come first, name by name and then fact by fact. */
export function modelBook(
  published: readonly ModelFactsEntry[],
  own: readonly ModelFactsEntry[],
): ModelBook {
  const sources = [published, own].map((entries) => closestName(named(entries)))
  const known = new Map<string, ModelFacts>()
  return {
    factsOf: (model) => {
      const found = known.get(model)
      if (found !== undefined) return found
      const facts = sources.reduce((facts, find) => over(facts, find(model)), unknown)
      // Names come from callers: what is remembered of them is bounded.
      if (known.size < namesMost) known.set(model, facts)
      return facts
    },
  }
}

const namesMost = 10_000

const named = (entries: readonly ModelFactsEntry[]) =>
  entries.flatMap((entry) => entry.models.map((name) => [name, entry] as const))

function over(facts: ModelFacts, entry: ModelFactsEntry | null): ModelFacts {
  if (entry === null) return facts
  const { models: _models, source: _source, date: _date, ...stated } = entry
  const { second: _second, unchecked: _unchecked, limitSource: _limit, ...known } = stated
  return { ...facts, ...known }
}

const File = z.strictObject({
  about: z.string(),
  entries: z.array(
    // Nobody can check a figure whose source is not named.
    ModelFactsEntry.refine(({ source, date }) => source !== undefined && date !== undefined),
  ),
})

/** default-model-facts.json, as it is written. */
export function publishedFacts(): readonly ModelFactsEntry[] {
  const text = readFileSync(new URL('./default-model-facts.json', import.meta.url), 'utf8')
  return File.parse(JSON.parse(text)).entries
}

/** The setting `ModelFacts`, which was checked when it was set. */
export const ownFactsIn = (text: string): readonly ModelFactsEntry[] =>
  ModelFactsList.parse(JSON.parse(text))
