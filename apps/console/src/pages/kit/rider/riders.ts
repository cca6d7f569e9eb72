import { listQuery } from '@posthouse/contract/list'
import { z } from 'zod'
import { queryClient } from '../../../api/query-client.ts'
import type { Select } from '../../../table/select/selection.ts'

/* What the contract would say of a noun, and a server that lives in this page. */

const riderStatus = { enabled: 1, disabled: 2 } as const

export const riderAllows = { enable: [riderStatus.disabled], disable: [riderStatus.enabled] }

export const Rider = z.object({
  id: z.number().int(),
  name: z.string(),
  status: z.number().int(),
  horses: z.number().int(),
  /** Quota units. */
  purse: z.number().int(),
  spent: z.number().int(),
  created_time: z.number().int(),
})
export type Rider = z.output<typeof Rider>

export const RiderInput = z.object({
  name: z.string().trim().min(1, 'field.required').max(40),
  horses: z.number({ error: 'field.number' }).int().min(1).default(1),
  purse: z.number({ error: 'field.number' }).int().min(0).default(0),
})
export type RiderInput = z.output<typeof RiderInput>

export const riderSorts = ['id', 'name', 'horses', 'purse', 'spent'] as const

export const RiderQuery = listQuery(riderSorts, { keyword: z.string().max(40).default('') })

const enlisted = Date.UTC(2026, 0, 1) / 1000

let riders: readonly Rider[] = Array.from({ length: 37 }, (_, index) => ({
  id: index + 1,
  name: `Rider ${index + 1}`,
  status: index % 3 === 0 ? riderStatus.disabled : riderStatus.enabled,
  horses: (index * 7) % 5,
  purse: index * 125_000,
  spent: index * 700,
  created_time: enlisted + index * 86_400,
}))

/** Asks again for what a change has made old, as `write` does by the names of calls. */
const changed = (now: readonly Rider[]): Promise<void> => {
  riders = now
  return queryClient.invalidateQueries({ queryKey: ['riders'] })
}

const bySearch = (keyword: string) => (rider: Rider) =>
  rider.name.toLowerCase().includes(keyword.toLowerCase())

const isIn = (select: Select<'keyword'>) =>
  'ids' in select
    ? (rider: Rider) => select.ids.includes(rider.id)
    : bySearch(select.filter.keyword ?? '')

export const createRider = (input: RiderInput): Promise<void> =>
  changed([
    ...riders,
    {
      ...input,
      id: riders.length + 1,
      status: riderStatus.enabled,
      spent: 0,
      created_time: enlisted,
    },
  ])

export async function changeRiders(body: {
  readonly select: Select<'keyword'>
  readonly change: { readonly status: 1 | 2 }
}) {
  const meant = riders.filter(isIn(body.select))
  await changed(
    riders.map((rider) => (meant.includes(rider) ? { ...rider, ...body.change } : rider)),
  )
  return { changed: meant.length, undo: null }
}

export async function deleteRiders({ select }: { readonly select: Select<'keyword'> }) {
  const before = riders.length
  const meant = isIn(select)
  await changed(riders.filter((rider) => !meant(rider)))
  return { deleted: before - riders.length }
}

export const getRider = (id: string): Rider => {
  const found = riders.find((rider) => String(rider.id) === id)
  if (found === undefined) throw new Error(`no rider ${id}`)
  return found
}

/** A page as `/api` answers one. */
export function listRiders(asked: z.input<typeof RiderQuery>) {
  const { page, size, order, keyword } = RiderQuery.parse(asked)
  const field = riderSorts.find((sort) => sort === order.replace('-', '')) ?? 'id'
  const sign = order.startsWith('-') ? -1 : 1
  const found = riders
    .filter(bySearch(keyword))
    .toSorted((one, other) => sign * (one[field] < other[field] ? -1 : 1))
  return { data: found.slice((page - 1) * size, page * size), total_count: found.length }
}
