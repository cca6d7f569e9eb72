import { phrase } from '@posthouse/contract/phrases'
import { Refusal } from '@posthouse/contract/refusal'
import type { PageQuery } from '@posthouse/llm/canonical/items'

const limitMax = 100
const limitUsual = 20

/** Reads `after`, `limit` (1 to 100) and `order`. */
export function pageQuery({ searchParams }: URL): PageQuery {
  const order = searchParams.get('order') ?? 'desc'
  if (order !== 'asc' && order !== 'desc') {
    throw new Refusal('model.field', { field: 'order', reason: phrase('asc or desc is expected') })
  }
  const limit = Number(searchParams.get('limit') ?? limitUsual)
  if (!Number.isInteger(limit) || limit < 1 || limit > limitMax) {
    const reason = phrase('a whole number from {from} to {to} is expected', {
      from: 1,
      to: limitMax,
    })
    throw new Refusal('model.field', { field: 'limit', reason })
  }
  return { after: searchParams.get('after'), limit, order }
}

/** The named parameters, with `?`. Others are left out because they may contain a key. */
export function queryText({ searchParams }: URL, names: readonly string[]): string {
  const told = new URLSearchParams([...searchParams].filter(([name]) => names.includes(name)))
  return told.size === 0 ? '' : `?${told.toString()}`
}
