import { listQuery } from '@posthouse/contract/list'
import { z } from 'zod'

/* What a call of the contract would say, and a server that lives in this page. */

export const Rider = z.object({
  id: z.number().int(),
  name: z.string(),
  horses: z.number().int(),
  /** Quota units. */
  purse: z.number().int(),
  rests: z.boolean(),
})
export type Rider = z.output<typeof Rider>

export const RiderInput = z.object({
  name: z.string().trim().min(1, 'field.required').max(40),
  horses: z.number({ error: 'field.number' }).int().min(1).default(1),
  purse: z.number({ error: 'field.number' }).int().min(0).default(0),
})
export type RiderInput = z.output<typeof RiderInput>

export const riderSorts = ['id', 'name', 'horses', 'purse'] as const
export type RiderSort = (typeof riderSorts)[number]

export const RiderQuery = listQuery(riderSorts, { keyword: z.string().max(40).default('') })

const riders: Rider[] = Array.from({ length: 37 }, (_, index) => ({
  id: index + 1,
  name: `Rider ${index + 1}`,
  horses: (index * 7) % 5,
  purse: index * 125_000,
  rests: index % 3 === 0,
}))

export function createRider(input: RiderInput): void {
  riders.push({ ...input, id: riders.length + 1, rests: false })
}

/** A page as `/api` answers one. */
export function listRiders(asked: z.input<typeof RiderQuery>) {
  const { page, size, order, keyword } = RiderQuery.parse(asked)
  const field = riderSorts.find((sort) => sort === order.replace('-', '')) ?? 'id'
  const sign = order.startsWith('-') ? -1 : 1
  const found = riders
    .filter((rider) => rider.name.toLowerCase().includes(keyword.toLowerCase()))
    .toSorted((one, other) => sign * (one[field] < other[field] ? -1 : 1))
  return { data: found.slice((page - 1) * size, page * size), total_count: found.length }
}
