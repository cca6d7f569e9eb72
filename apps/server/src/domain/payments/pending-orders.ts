import { Refusal } from '@posthouse/contract/refusal'
import type { Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Gateway } from './gateway.ts'

/** Refuses while a gateway has orders that may still be paid or refunded. Blocks new orders until the transaction ends. */
export async function requireNoPending(
  transaction: Transaction<Tables>,
  gatewayId: bigint,
  place: { readonly field?: string } = {},
): Promise<void> {
  await lock(transaction, gatewayId).execute()
  const pending = await transaction
    .selectFrom('orders')
    .select('id')
    .where('gateway_id', '=', gatewayId)
    .where((is) => is.or([is('status', '=', 'pending'), is('refund', '=', 'asked')]))
    .limit(1)
    .executeTakeFirst()
  if (pending !== undefined) throw new Refusal('payment.gateway-has-pending', {}, place)
}

/** Checks, before an order is stored, that the gateway still exists and has the currency of the quote. */
export async function requireUnchanged(
  transaction: Transaction<Tables>,
  { id, currency }: Pick<Gateway, 'id' | 'currency'>,
): Promise<void> {
  const { numUpdatedRows } = await lock(transaction, id)
    .where('currency', '=', currency)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new Refusal('payment.gateway-closed', {}, { field: 'uuid' })
}

/** Uses an update, which locks on both databases. */
const lock = (transaction: Transaction<Tables>, id: bigint) =>
  transaction
    .updateTable('payment_gateways')
    .set((is) => ({ enabled: is.ref('enabled') }))
    .where('id', '=', id)
