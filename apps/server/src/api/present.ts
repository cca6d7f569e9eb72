import { type Quota, quota, quotaToNumber } from '@posthouse/ledger/quota'

/** An id in JSON. Ids count up from 1 and stay far below 2^53. */
export const idOut = (id: bigint): number => Number(id)

export const quotaOut = (amount: bigint): number => quotaToNumber(quota(amount))

export const quotaIn = (amount: number): Quota => quota(amount)

/** Milliseconds as seconds. `none` stands for `null`. */
export const secondsOut = (milliseconds: number | null, none: number): number =>
  milliseconds === null ? none : Math.floor(milliseconds / 1_000)
