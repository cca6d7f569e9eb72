import {
  type Currency,
  gatewayFields,
  type GatewayField,
  type GatewayType,
} from '@posthouse/contract/gateway-fields'
import type { Selectable } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { openOrNull, type Sealer } from '../../lib/seal.ts'
import type { GatewayAccount } from './gateway-port.ts'
import type { Fees } from './quote.ts'

/** A payment gateway with sealed secrets. */
export type Gateway = Fees & {
  readonly id: bigint
  readonly uuid: string
  readonly name: string
  readonly type: GatewayType
  readonly icon: string
  readonly currency: Currency
  readonly sort: bigint
  readonly enabled: boolean
  readonly notifyDomain: string
  readonly config: Readonly<Record<string, string>>
  readonly secretsSealed: string
  /** Created or changed by an administrator other than the super administrator. */
  readonly byAdministrator: boolean
  readonly createdAt: number
  readonly lastNoticeAt: number | null
}

export const gatewayFrom = (row: Selectable<Tables['payment_gateways']>): Gateway => ({
  id: row.id,
  uuid: row.uuid,
  name: row.name,
  type: row.type as GatewayType,
  icon: row.icon,
  currency: row.currency as Currency,
  fixedFee: row.fixed_fee,
  percentFee: row.percent_fee,
  sort: row.sort,
  enabled: row.enabled === 1n,
  notifyDomain: row.notify_domain,
  config: JSON.parse(row.config) as Record<string, string>,
  secretsSealed: row.secrets_sealed,
  byAdministrator: row.administrator_id !== 0n,
  createdAt: Number(row.created_at),
  lastNoticeAt: row.last_notice_at === null ? null : Number(row.last_notice_at),
})

/** Sealing context of a gateway's secrets. Uses the uuid, because the row's id is not known yet. */
export const secretsPlace = (uuid: string) => ({
  table: 'payment_gateways',
  column: 'secrets_sealed',
  id: uuid,
})

export const fieldsOf = (type: GatewayType): readonly GatewayField[] => gatewayFields[type]

/** Decrypts the secrets. Pass the result to the gateway port only. */
export const openGateway = (
  gateway: Pick<Gateway, 'uuid' | 'type' | 'currency' | 'config' | 'secretsSealed'>,
  { seal, privateAllowed }: { readonly seal: Sealer; readonly privateAllowed: boolean },
): GatewayAccount => ({
  type: gateway.type,
  currency: gateway.currency,
  config: { ...gateway.config, ...secretsOf(gateway, seal) },
  privateAllowed,
})

/** Empty if they cannot be decrypted. The gateway is then not ready until they are entered again. */
export const secretsOf = (
  { uuid, secretsSealed }: Pick<Gateway, 'uuid' | 'secretsSealed'>,
  seal: Sealer,
): Record<string, string> =>
  JSON.parse(openOrNull(seal, secretsSealed, secretsPlace(uuid)) ?? '{}') as Record<string, string>

/** Whether all fields required for payments and notices are set. */
export const isReady = (type: GatewayType, config: Readonly<Record<string, string>>): boolean =>
  fieldsOf(type).every(
    ({ name, required, options }) => !required || options !== null || (config[name] ?? '') !== '',
  ) &&
  (type !== 'stripe' || (config['webhook_secret'] ?? '') !== '')
