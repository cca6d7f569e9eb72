import { pageOf, type PageQuery } from '@posthouse/llm/canonical/items'
import { itemsKept } from './kept-json.ts'
import type { ResponseHistory } from './kept-response.ts'
import { historyItems } from './history-items.ts'

export type InputPage = {
  /** Null if part of it was deleted. */
  readonly before: ResponseHistory | null
  /** The turn's own input. */
  readonly input: string
  readonly query: PageQuery
}

/** A page of a response's input, as JSON. */
export function inputPage({ before, input, query }: InputPage): string {
  const items = before === null ? [] : historyItems(before).items
  return JSON.stringify(pageOf([...items, ...itemsKept(input)], query))
}
