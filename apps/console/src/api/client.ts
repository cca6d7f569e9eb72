import { addressOf, ask, type CallOptions } from '@posthouse/contract/client'
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

/** Listens to a call that answers with events, until what is returned is called. A browser asks again by itself. */
export function listen<E extends Endpoint>(
  endpoint: E,
  input: Parameters<typeof addressOf>[1],
  onEvent: () => void,
): () => void {
  const events = new EventSource(addressOf(endpoint, input))
  events.addEventListener('message', onEvent)
  return () => events.close()
}
