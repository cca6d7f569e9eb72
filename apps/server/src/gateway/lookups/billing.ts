import { identify } from '../1-authenticate.ts'
import type { Exchange } from '../exchange.ts'
import type { GatewayParts } from '../gateway-parts.ts'

/*
 * Balance and usage of a key in the format of OpenAI's old dashboard, which chat clients still read: balance in dollars, usage in
 * cents. For a key without a limit, those of its owner.
 */

export async function billingSubscription(
  parts: GatewayParts,
  exchange: Exchange,
): Promise<object> {
  const caller = await identify(parts, exchange)
  const { left, used } = await parts.spending(caller)
  const limit = dollarsOf(left + used, exchange)
  const { expiresAt } = caller.token
  return {
    object: 'billing_subscription',
    has_payment_method: true,
    soft_limit_usd: limit,
    hard_limit_usd: limit,
    system_hard_limit_usd: limit,
    access_until: expiresAt === null ? 0 : Math.floor(expiresAt / 1_000),
  }
}

export async function billingUsage(parts: GatewayParts, exchange: Exchange): Promise<object> {
  const { used } = await parts.spending(await identify(parts, exchange))
  return { object: 'list', total_usage: dollarsOf(used, exchange) * 100 }
}

const dollarsOf = (units: bigint, { snapshot }: Exchange): number =>
  Number(units) / snapshot.settings.QuotaPerUnit
