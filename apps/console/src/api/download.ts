import { ask } from '@posthouse/contract/client'
import { contractLanguage } from '../i18n/index.ts'
import { fileNameIn } from '../lib/file-name.ts'
import { transport } from './client.ts'
import { runChange } from './run-change.ts'
import type { Input, Table } from './use-call.ts'

export type Export =
  | 'exportChannels'
  | 'exportTokens'
  | 'exportUsers'
  | 'exportLogs'
  | 'exportOwnLogs'
  | 'exportPrices'
  | 'exportRedemptions'
  | 'exportOrders'
  | 'exportOwnStatement'
  | 'exportStatement'

/** Saves a file of the contract under the name that the server gives it. Failures are told in a notice. */
export async function download<Name extends Export>(
  table: Table<Name>,
  name: Name,
  input: Input<Name>,
): Promise<void> {
  const mutationFn = async () => {
    let file: Blob | null = null
    let fileName = ''
    await ask(table[name], input, {
      language: contractLanguage,
      fetch: transport,
      // The bytes go to the browser as they came: it may keep on disk what is too big to be a text.
      keep: async (answer) => {
        file = await answer.blob()
        fileName = fileNameIn(answer.headers.get('content-disposition') ?? '')
      },
    })
    if (file !== null) saveFile(file, fileName)
  }
  await runChange({ mutationFn }, undefined)
}

export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href))
}
