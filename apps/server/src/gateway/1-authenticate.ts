import { Refusal } from '@posthouse/contract/refusal'
import { isAdministrator } from '../domain/accounts/account.ts'
import type { Pin } from '../domain/channels/decide.ts'
import { addressAllowed } from '../http/client-address.ts'
import { sha256 } from '../lib/ids.ts'
import type { Snapshot, UserGroup } from '../domain/snapshot/snapshot.ts'
import type { KeyEntry } from '../domain/tokens/key-entry.ts'
import type { Caller, Errand, Exchange } from './exchange.ts'
import type { GatewayParts } from './gateway-parts.ts'
import { keyIn } from './reply/key-forms.ts'
import { groupNamed, tokenNamed } from './reply/limit-names.ts'
import { rateHeaders } from './reply/rate-headers.ts'

/** Refuses 401, 403, 429. */
export async function authenticate(parts: GatewayParts, exchange: Exchange): Promise<Caller> {
  return await admit(parts, exchange, await identify(parts, exchange))
}

type Admission = Pick<Exchange, 'snapshot'> & {
  /** Null if no rate-limit headers are to be sent. */
  readonly reply: Exchange['reply'] | null
}

/** Counts the call. Refuses 429. */
export async function admit(
  parts: Pick<GatewayParts, 'limits'>,
  admission: Admission,
  caller: Caller,
): Promise<Caller> {
  await checkRates(parts, admission, caller)
  const { concurrency } = caller.token.limits
  if (concurrency === 0) return caller
  const leave = await parts.limits.enter(`token:${caller.token.id}`, concurrency)
  if (leave !== null) return { ...caller, leave }
  throw new Refusal(
    'limit.concurrency',
    { limit: tokenNamed(caller.token.name), allowed: concurrency },
    { retryAfterSeconds: 1 },
  )
}

/** Authenticates without counting the call. */
export async function identify(parts: GatewayParts, exchange: Exchange): Promise<Caller> {
  const presented = await bearer(parts, exchange)
  exchange.memory.claim(String(presented.entry.owner.id))
  return callerOf(parts, exchange, presented)
}

type Presented = { readonly entry: KeyEntry; readonly pin: Pin | null }

/** The owner of a key. Refuses 401 and 403. */
export function callerOf(
  { clock }: Pick<GatewayParts, 'clock'>,
  { incoming, snapshot }: Pick<Errand, 'incoming' | 'snapshot'>,
  { entry, pin }: Presented,
): Caller {
  const { token, owner } = entry
  if (!owner.enabled) throw new Refusal('key.user-disabled', {})
  if (!token.enabled) throw new Refusal('key.disabled', { name: token.name })
  if (token.expiresAt !== null && token.expiresAt <= clock.now()) {
    const time = new Date(token.expiresAt).toISOString()
    throw new Refusal('key.expired', { name: token.name, time })
  }
  const { address } = incoming
  const { addresses } = token.limits
  if (addresses.length > 0 && !addressAllowed(address, addresses)) {
    throw new Refusal('key.address', { address })
  }
  if (pin !== null && !isAdministrator(owner)) throw new Refusal('key.pin-forbidden', {})
  const group = groupOf(snapshot, entry)
  return { token, owner, group, pin, leave: () => {} }
}

/** Checked on every call, because the user may have lost the group since the token was made. */
function groupOf({ groups }: Snapshot, { token, owner }: KeyEntry): UserGroup {
  const symbol = token.group === '' ? owner.group : token.group
  const group = groups.get(symbol)
  if (group !== undefined && (group.public || symbol === owner.group)) return group
  throw new Refusal('key.group', { group: symbol })
}

async function bearer(parts: GatewayParts, { incoming }: Exchange): Promise<Presented> {
  const presented = keyIn(incoming.request)
  if (presented === null) {
    if (incoming.request.headers['x-posthouse-origin'] !== 'console') {
      throw new Refusal('key.missing', {})
    }
    const userId = await parts.signedIn(incoming)
    if (userId === null) throw new Refusal('key.missing', {})
    return { entry: await parts.keys.playground(userId), pin: null }
  }
  const entry = await parts.keys.find(sha256(presented.key))
  if (entry === null) throw new Refusal('key.invalid', {})
  return { entry, pin: presented.pin }
}

/** The headers show the tighter of the two limits. */
async function checkRates(
  parts: Pick<GatewayParts, 'limits'>,
  { reply, snapshot }: Admission,
  { owner, token, group }: Caller,
): Promise<void> {
  const userLimit = snapshot.groups.get(owner.group)?.requestsPerMinute ?? group.requestsPerMinute
  const limits = [
    { key: `user:${owner.id}`, name: groupNamed(owner.group), perMinute: userLimit },
    {
      key: `token:${token.id}`,
      name: tokenNamed(token.name),
      perMinute: token.limits.requests_per_minute,
    },
  ].filter(({ perMinute }) => perMinute > 0)
  let tightest = Number.POSITIVE_INFINITY
  for (const { key, name, perMinute } of limits) {
    const verdict = await parts.limits.requests(key, perMinute)
    if (verdict.remaining < tightest) {
      tightest = verdict.remaining
      if (reply !== null) rateHeaders(reply, 'requests', verdict)
    }
    if (verdict.ok) continue
    const seconds = Math.max(1, Math.ceil(verdict.resetsInMs / 1_000))
    throw new Refusal(
      'limit.requests',
      { limit: name, allowed: perMinute, seconds },
      { retryAfterSeconds: seconds },
    )
  }
}
