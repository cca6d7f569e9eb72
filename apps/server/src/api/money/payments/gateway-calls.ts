import type { Api } from '@posthouse/contract/api'
import type { CheckedInputOf } from '@posthouse/contract/endpoint'
import type { FieldFault } from '@posthouse/contract/field-messages'
import {
  type Currency,
  gatewayCurrencies,
  type GatewayField,
  type GatewayType,
} from '@posthouse/contract/gateway-fields'
import { randomUUID } from 'node:crypto'
import { isRoot } from '../../../domain/accounts/account.ts'
import { notifyUrlOf } from '../../../domain/payments/create-order.ts'
import { gateways } from '../../../domain/payments/gateway-noun.ts'
import {
  fieldsOf,
  type Gateway,
  openGateway,
  secretsOf,
  secretsPlace,
} from '../../../domain/payments/gateway.ts'
import { requireNoPending } from '../../../domain/payments/pending-orders.ts'
import type { Handler, Handlers, SignedCall } from '../../call.ts'
import { getOf, listOf } from '../../noun/calls-of.ts'
import { askingOf } from '../../noun/noun-call.ts'
import { requireSecretsAgain } from '../../option/secrets-again.ts'
import { requireRecentPassword } from '../../recent-password.ts'
import { refusedFields } from '../../refused-fields.ts'
import { gatewayOut, gatewaysOut } from './payment-out.ts'

const listPaymentGateways: Handler<'listPaymentGateways'> = listOf(gateways, gatewaysOut)

const getPaymentGateway: Handler<'getPaymentGateway'> = getOf(gateways, gatewaysOut)

const createPaymentGateway: Handler<'createPaymentGateway'> = async ({ body }, call) => {
  const { parts } = call
  const { type } = body
  requireRecentPassword(call)
  const given = sortFields(type, body.config)
  requireConfig(type, { currency: body.currency, ...given }, call)
  const uuid = randomUUID()
  const draft = { type, currency: body.currency, uuid, notifyDomain: body.notify_domain }
  const learned = await registerWebhook(draft, { ...given.config, ...given.secrets }, call)
  const { id } = await parts.db
    .insertInto('payment_gateways')
    .values({
      uuid,
      name: body.name,
      type,
      icon: body.icon,
      currency: body.currency,
      fixed_fee: tenThousandths(body.fixed_fee),
      percent_fee: tenThousandths(body.percent_fee),
      sort: BigInt(body.sort),
      enabled: body.enable ? 1n : 0n,
      notify_domain: body.notify_domain,
      config: JSON.stringify(given.config),
      secrets_sealed: sealSecrets(uuid, { ...given.secrets, ...learned }, call),
      administrator_id: isRoot(call.caller) ? 0n : call.caller.id,
      created_at: BigInt(parts.clock.now()),
      last_notice_at: null,
      deleted_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return readGateway(id, call)
}

const updatePaymentGateway: Handler<'updatePaymentGateway'> = async ({ body }, call) => {
  const { parts } = call
  const gateway = await gateways.find(parts.db, askingOf(call), body.id)
  const given = sortFields(gateway.type, body.config ?? {})
  const config = body.config === undefined ? gateway.config : given.config
  const secrets = { ...secretsOf(gateway, parts.seal), ...given.secrets }
  const currency = body.currency ?? gateway.currency
  if (body.config !== undefined) requireSecrets(gateway, given, call)
  requireRecentPassword(call)
  requireConfig(gateway.type, { currency, config, secrets }, call)
  await parts.db.transaction().execute(async (transaction) => {
    if (currency !== gateway.currency) {
      await requireNoPending(transaction, gateway.id, { field: 'currency' })
    }
    await transaction
      .updateTable('payment_gateways')
      .set((set) => ({
        version: set('version', '+', 1n),
        ...columnsOf(body),
        currency,
        config: JSON.stringify(config),
        secrets_sealed: sealSecrets(gateway.uuid, secrets, call),
        ...administratorOf(gateway, { body, secrets }, call),
      }))
      .where('id', '=', gateway.id)
      .where('deleted_at', 'is', null)
      .execute()
  })
  return readGateway(gateway.id, call)
}

type Change = CheckedInputOf<Api['updatePaymentGateway']>['body']

const columnsOf = (change: Change) => ({
  ...(change.name !== undefined && { name: change.name }),
  ...(change.icon !== undefined && { icon: change.icon }),
  ...(change.sort !== undefined && { sort: BigInt(change.sort) }),
  ...(change.enable !== undefined && { enabled: change.enable ? 1n : 0n }),
  ...(change.notify_domain !== undefined && { notify_domain: change.notify_domain }),
  ...(change.fixed_fee !== undefined && { fixed_fee: tenThousandths(change.fixed_fee) }),
  ...(change.percent_fee !== undefined && { percent_fee: tenThousandths(change.percent_fee) }),
})

const deletePaymentGateway: Handler<'deletePaymentGateway'> = async ({ params }, call) => {
  requireRecentPassword(call)
  const asking = askingOf(call)
  await call.parts.db.transaction().execute(async (transaction) => {
    const gateway = await gateways.find(transaction, asking, params.id)
    await requireNoPending(transaction, gateway.id)
    await gateways.remove(transaction, asking, { ids: [params.id] })
  })
  return null
}

const testPaymentGateway: Handler<'testPaymentGateway'> = async ({ params }, call) => {
  const { parts } = call
  const gateway = await gateways.find(parts.db, askingOf(call), params.id)
  return parts.payments.test(openGateway(gateway, openParts(call)))
}

/** Fields that cannot redirect a payment. */
const harmless: readonly string[] = ['id', 'name', 'icon', 'sort', 'enable']

/** Remembers an administrator's change until a super administrator has replaced every secret. */
function administratorOf(
  gateway: Gateway,
  { body, secrets }: { readonly body: object; readonly secrets: Texts },
  { caller, parts }: SignedCall,
): { administrator_id?: bigint } {
  if (!isRoot(caller)) {
    const isHarmless = Object.keys(body).every((name) => harmless.includes(name))
    return isHarmless ? {} : { administrator_id: caller.id }
  }
  const known = secretsOf(gateway, parts.seal)
  const isAnew = fieldsOf(gateway.type)
    .filter(({ secret }) => secret)
    .every(({ name }) => secrets[name] !== known[name])
  return isAnew ? { administrator_id: 0n } : {}
}

/** Asks for the secrets again when they would be sent to another address. */
function requireSecrets(gateway: Gateway, given: ReturnType<typeof sortFields>, call: SignedCall) {
  const fields = fieldsOf(gateway.type)
  const isMoved = ({ name, address }: GatewayField): boolean =>
    address !== null &&
    given.config[name] !== undefined &&
    (given.config[name] || address) !== ((gateway.config[name] ?? '') || address)
  const changed = fields.filter(isMoved).map(({ name }) => name)
  if (changed.length === 0) return
  const stored = secretsOf(gateway, call.parts.seal)
  const missing = fields
    .filter(({ name, secret, required }) => secret && required && (stored[name] ?? '') !== '')
    .filter(({ name }) => given.secrets[name] === undefined)
    .map(({ name }) => `config.${name}`)
  const moved = { gateway: String(gateway.id), changed }
  // Anyone with the key can forge payment notices, so an administrator's password is not enough.
  const code = isRoot(call.caller) ? 'secret.again' : 'secret.enter'
  requireSecretsAgain({ code, moved, missing }, call)
}

async function readGateway(id: bigint, call: SignedCall) {
  return gatewayOut(await gateways.find(call.parts.db, askingOf(call), id), call)
}

type Texts = Readonly<Record<string, string>>

/** Splits the parameters into settings and secrets. Drops unknown ones, and empty secrets, which mean no change. */
function sortFields(type: GatewayType, given: Texts): { config: Texts; secrets: Texts } {
  const known = fieldsOf(type).map((field) => ({
    ...field,
    value: (given[field.name] ?? '').trim(),
  }))
  const from = (some: typeof known): Texts =>
    Object.fromEntries(some.map(({ name, value }) => [name, value]))
  return {
    config: from(known.filter(({ secret }) => !secret)),
    secrets: from(known.filter(({ secret, value }) => secret && value !== '')),
  }
}

type Whole = { readonly currency: Currency; readonly config: Texts; readonly secrets: Texts }

function requireConfig(
  type: GatewayType,
  { currency, config, secrets }: Whole,
  { language }: SignedCall,
): void {
  const faults: Record<string, FieldFault> = {}
  const takes: readonly Currency[] = gatewayCurrencies[type]
  if (!takes.includes(currency)) faults['currency'] = 'payment.currency-of-type'
  for (const field of fieldsOf(type)) {
    const fault = faultOf(field, (field.secret ? secrets : config)[field.name] ?? '')
    if (fault !== null) faults[`config.${field.name}`] = fault
  }
  if (Object.keys(faults).length > 0) throw refusedFields(faults, language)
}

/** An empty choice means the first option. */
function faultOf({ required, options, address }: GatewayField, value: string): FieldFault | null {
  if (options !== null) return value === '' || options.includes(value) ? null : 'field.invalid'
  if (value === '') return required ? 'field.required' : null
  return address === null || isAddress(value) ? null : 'field.url'
}

const isAddress = (text: string): boolean => /^https?:$/.test(URL.parse(text)?.protocol ?? '')

/** Registers our webhook at Stripe and returns its secret. Other gateways have no such call. */
async function registerWebhook(
  gateway: Pick<Gateway, 'type' | 'currency' | 'uuid' | 'notifyDomain'>,
  config: Texts,
  call: SignedCall,
): Promise<Texts> {
  const { parts, origin } = call
  // A webhook that was created by hand keeps its secret.
  if (gateway.type !== 'stripe' || (config['webhook_secret'] ?? '') !== '') return {}
  const { type, currency } = gateway
  const privateAllowed = parts.snapshot.get().settings.PrivateBaseUrlsAllowed
  const address = parts.snapshot.get().settings.ServerAddress || origin
  return parts.payments.register(
    { type, currency, config, privateAllowed },
    notifyUrlOf(gateway, address),
  )
}

const openParts = ({ parts }: SignedCall) => ({
  seal: parts.seal,
  privateAllowed: parts.snapshot.get().settings.PrivateBaseUrlsAllowed,
})

const sealSecrets = (uuid: string, secrets: Texts, { parts }: SignedCall): string =>
  parts.seal.seal(JSON.stringify(secrets), secretsPlace(uuid))

const tenThousandths = (value: number): bigint => BigInt(Math.round(value * 10_000))

export const gatewayHandlers = {
  listPaymentGateways,
  getPaymentGateway,
  createPaymentGateway,
  updatePaymentGateway,
  deletePaymentGateway,
  testPaymentGateway,
} satisfies Partial<Handlers>
