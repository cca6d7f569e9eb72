import { pageOf, type PageQuery } from '@posthouse/llm/canonical/items'
import { itemsKept } from './kept-json.ts'
import type { Said } from './kept-response.ts'
import { itemsSaid } from './said.ts'

export type InputPage = {
  /** Null: some of it is gone. */
  readonly before: Said | null
  /** The turn's own input. */
  readonly input: string
  readonly query: PageQuery
}

/** A page of a response's input, as JSON. */
export function inputPage({ before, input, query }: InputPage): string {
  const items = before === null ? [] : itemsSaid(before).items
  return JSON.stringify(pageOf([...items, ...itemsKept(input)], query))
}
