import { Refusal } from '@posthouse/contract/refusal'
import { type Gateway, gatewayFrom, openGateway } from './gateway.ts'
import type { RawNotice, SignedNotice } from './gateway-port.ts'
import type { OrderParts } from './order-parts.ts'

/** A notice that this gateway signed. */
export type VerifiedNotice = { readonly gateway: Gateway; readonly signed: SignedNotice }

/** Checks a notice against the gateway of its address. Null when the signature is not the gateway's. Refuses an unknown gateway. */
export async function verifyNotice(
  uuid: string,
  notice: RawNotice,
  { db, seal, settings, payments }: OrderParts,
): Promise<VerifiedNotice | null> {
  const row = await db
    .selectFrom('payment_gateways')
    .selectAll()
    .where('uuid', '=', uuid)
    // Disabled gateways still have open orders.
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('hook.not-found', {})
  const gateway = gatewayFrom(row)
  const privateAllowed = settings().PrivateBaseUrlsAllowed
  const signed = await payments.readNotice(openGateway(gateway, { seal, privateAllowed }), notice)
  return signed === null ? null : { gateway, signed }
}
