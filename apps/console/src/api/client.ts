import { type Client, createClient } from '@posthouse/contract/client'
import { contractLanguage } from '../i18n/index.ts'

/** The one place where the console meets the network. */
export const transport = (input: string, init: RequestInit): Promise<Response> =>
  globalThis.fetch(input, { ...init, credentials: 'same-origin' })

export const client: Client = createClient({ fetch: transport, language: contractLanguage })
