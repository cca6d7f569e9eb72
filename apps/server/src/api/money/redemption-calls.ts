import { redemptionStatus } from '@posthouse/contract/redemption'
import { redemptionStatusOf, type Redemption } from '../../domain/redemptions/redemption.ts'
import { redemptions } from '../../domain/redemptions/redemption-noun.ts'
import type { Handler } from '../call.ts'
import { dollars, namesOf, time } from '../csv/cells.ts'
import { changeManyOf, deleteManyOf, deleteOf, getOf, listOf } from '../noun/calls-of.ts'
import { type Columns, exportOf } from '../noun/export-of.ts'
import { redemptionsOut } from './redemption-out.ts'

/* What follows from the noun. Every other call of redemption codes is a file of its own. */

const statusName = namesOf(redemptionStatus)

const columns: Columns<Redemption> = [
  ['id', ({ id }) => id],
  ['name', ({ name }) => name],
  ['status', (code, { now }) => statusName(redemptionStatusOf(code, now))],
  ['quota', ({ quota }) => quota],
  ['usd', ({ quota }, { perUnit }) => dollars(quota, perUnit)],
  ['batch', ({ batch }) => batch],
  ['created_by', ({ creator }) => creator],
  ['created', ({ createdAt }, { timeZone }) => time(createdAt, timeZone)],
  ['expires', ({ expiresAt }, { timeZone }) => time(expiresAt, timeZone)],
  ['redeemed_by', ({ redeemer }) => redeemer],
  ['redeemed', ({ redeemedAt }, { timeZone }) => time(redeemedAt, timeZone)],
]

export const listRedemptions: Handler<'listRedemptions'> = listOf(redemptions, redemptionsOut)

export const getRedemption: Handler<'getRedemption'> = getOf(redemptions, redemptionsOut)

export const exportRedemptions: Handler<'exportRedemptions'> = exportOf(redemptions, columns)

export const changeRedemptions: Handler<'changeRedemptions'> = changeManyOf(
  redemptions,
  ({ status }: { status: number }) => ({ status: BigInt(status) }),
)

export const deleteRedemption: Handler<'deleteRedemption'> = deleteOf(redemptions)

export const deleteRedemptions: Handler<'deleteRedemptions'> = deleteManyOf(redemptions)
