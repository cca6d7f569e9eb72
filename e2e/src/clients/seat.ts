import { type Customer, openStand, type Stand } from '@posthouse/testkit/stand'
import { expect } from 'vitest'
import type { ClientUpstream } from './upstreams.ts'

/** A place before an upstream: the product with that upstream behind it, and somebody with a balance. */
export type Seat = {
  readonly stand: Stand
  readonly customer: Customer
  /** Where clients find the product. */
  readonly site: string
  /** Takes everything away. The books must add up. */
  leave(): Promise<void>
}

export async function seatBefore(upstream: ClientUpstream): Promise<Seat> {
  const stand = await openStand()
  const detach = await upstream.attach(stand)
  return {
    stand,
    customer: await stand.customer(),
    site: stand.product.address,
    leave: async () => {
      expect(await stand.books.differences()).toEqual([])
      await detach()
      await stand[Symbol.asyncDispose]()
    },
  }
}
