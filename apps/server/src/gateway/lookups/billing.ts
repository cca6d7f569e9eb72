import { identify } from '../1-authenticate.ts'
import type { Exchange } from '../exchange.ts'
import type { GatewayParts } from '../gateway-parts.ts'

/*
 * What a key has and has used, in the form that OpenAI's dashboard once had and chat clients of the family still ask for: dollars,
 * and for usage cents. A key without a limit speaks for its owner.
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
