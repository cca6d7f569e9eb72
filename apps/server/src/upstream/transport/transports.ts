import { sandboxType } from '@posthouse/contract/channel-type-numbers'
import type { Channel } from '../../domain/channels/channel.ts'
import type { Transport } from './transport.ts'

/** The ways to an upstream. */
export type Transports = {
  readonly http: Transport
  /** The built-in upstream, in this process. */
  readonly sandbox: Transport
}

export const isInHouse = ({ type }: Pick<Channel, 'type'>): boolean => type === sandboxType

export const transportFor = (transports: Transports, channel: Pick<Channel, 'type'>): Transport =>
  isInHouse(channel) ? transports.sandbox : transports.http
