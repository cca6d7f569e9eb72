import { gatewayFields } from '@posthouse/contract/gateway-fields'
import { Refusal } from '@posthouse/contract/refusal'
import type { ServiceTrial } from '@posthouse/contract/setting'
import type { GatewayAccount } from '../../domain/payments/gateway-port.ts'
import type { Clock } from '../../lib/clock.ts'
import { cut } from '../../lib/cut.ts'
import { TransportError } from '../../upstream/transport/transport.ts'
import {
  askProvider,
  urlBelow,
  jsonOf,
  type ProviderAnswer,
  type ProviderParts,
  type ProviderRequest,
} from '../ask-provider.ts'
import { configOf } from './adapter.ts'

export type GatewayParts = ProviderParts & {
  readonly clock: Clock
  /** How long a gateway may take to answer. Tests shorten it. */
  readonly waitMs?: number
}

type Fields = Readonly<Record<string, unknown>>

export type GatewayAnswer = ProviderAnswer & { readonly json: Fields }

/** A request to a gateway; an address that is none has been refused before. */
type GatewayRequest = Omit<ProviderRequest, 'privateAllowed' | 'waitMs'>

/** What every failure of a gateway becomes. */
export const gatewayFailed = (
  account: GatewayAccount,
  said: string,
): Refusal<'payment.gateway-failed'> =>
  new Refusal('payment.gateway-failed', { said: withoutSecrets(said, account) })

/** Below the address that the operator set, or the vendor's. */
export function gatewayUrl(account: GatewayAccount, field: string, path: string): URL {
  const vendor = gatewayFields[account.type].find(({ name }) => name === field)?.address ?? ''
  const address = configOf(account, field) || vendor
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) {
    throw gatewayFailed(account, 'its address is not a URL')
  }
  return urlBelow(address, path)
}

/** The answer whatever its status, as long as it is a JSON object and no server error. */
export async function askGateway(
  account: GatewayAccount,
  request: GatewayRequest,
  parts: GatewayParts,
): Promise<GatewayAnswer> {
  const fault = (said: string): Refusal => {
    parts.log.warn(
      { gateway: account.type, host: request.url.host, said },
      'a payment gateway failed',
    )
    return gatewayFailed(account, said)
  }
  const answer = await askProvider(
    { ...request, privateAllowed: account.privateAllowed, waitMs: parts.waitMs ?? 10_000 },
    parts,
  ).catch((error: unknown) => {
    throw error instanceof TransportError ? fault(`no answer (${error.fault})`) : error
  })
  const json = objectIn(answer.bytes)
  const isError = answer.status >= 500 || (answer.status >= 300 && answer.status < 400)
  if (isError || json === null) throw fault(`HTTP ${answer.status} without a usable answer`)
  return { ...answer, json }
}

/** Before anything was sent. */
export const invalidKeys = 'its keys are not valid'

export const anotherOrder = 'its answer is about another order'

/** Somebody else answered, or the key that answers are checked with is not the gateway's. */
export const wrongSignature = 'the signature of its answer is wrong'

/** A trial whose request found nobody. */
export async function triedGateway(trial: () => Promise<ServiceTrial>): Promise<ServiceTrial> {
  try {
    return await trial()
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'payment.gateway-failed') throw error
    const said = textOf(error.params['said'])
    const isWrong = said === wrongSignature || said === invalidKeys
    return { verdict: isWrong ? 'credentials' : 'unreachable', said }
  }
}

/** A gateway may repeat what it was sent. */
export function withoutSecrets(said: string, account: GatewayAccount): string {
  const secrets = gatewayFields[account.type].filter(({ secret }) => secret)
  const hidden = secrets.reduce((text, { name }) => {
    const value = configOf(account, name)
    return value === '' ? text : text.replaceAll(value, '***')
  }, said)
  return cut(hidden, 200)
}

export const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value
  return typeof value === 'number' ? String(value) : ''
}

/** A number that a vendor gave a payment; longer ones are cut by nobody and refused. */
export const numberText = (value: unknown): string | null => {
  const text = textOf(value)
  return /^[\w.-]{1,128}$/.test(text) ? text : null
}

export function objectOf(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
}

export const objectIn = (bytes: Buffer): Fields | null => objectOf(jsonOf(bytes))

export const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' }
