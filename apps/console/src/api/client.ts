import { ask, type CallOptions } from '@posthouse/contract/client'
import type { Endpoint, InputOf, ReplyOf } from '@posthouse/contract/endpoint'
import { contractLanguage } from '../i18n/index.ts'

/** The one place where the console meets the network. */
export const transport = (input: string, init: RequestInit): Promise<Response> =>
  globalThis.fetch(input, { ...init, credentials: 'same-origin' })

/** A call of the contract. Who calls imports its part of the table: the whole of it is no page's. */
export const call = <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options?: CallOptions,
): Promise<ReplyOf<E>> =>
  ask(endpoint, input, { fetch: transport, language: contractLanguage }, options)
