import type { Dialect } from '@posthouse/contract/channel-type'
import type { Transport } from './transport.ts'

/** The ways out of the house. */
export type Transports = {
  readonly http: Transport
  /** The built-in upstream, in this process. */
  readonly sandbox: Transport
}

export const transportFor = (transports: Transports, dialect: Dialect): Transport =>
  dialect === 'sandbox' ? transports.sandbox : transports.http
