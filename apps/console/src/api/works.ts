import { type Work, workCalls } from '@posthouse/contract/calls/works'
import { ask } from '@posthouse/contract/client'
import { contractLanguage } from '../i18n/index.ts'
import { transport } from './client.ts'

/** Begins a work: the one call that sends a form. Rejects with a `CallError`. */
export const sendWork = (form: FormData): Promise<Work> =>
  ask(
    workCalls.runWork,
    {},
    {
      fetch: (address, init) => transport(address, { ...init, body: form }),
      language: contractLanguage,
    },
  )
