import { createClient } from '@posthouse/contract/client'
import { useMutation } from '@tanstack/react-query'
import { contractLanguage } from '../i18n/index.ts'
import { fileNameIn } from '../lib/file-name.ts'
import { transport } from './client.ts'
import type { Input } from './use-call.ts'

type Export = 'exportChannels' | 'exportTokens' | 'exportLogs' | 'exportOwnLogs'

/** What spreadsheets need to read a file as UTF-8; reading the answer as text takes it off. */
const byteOrderMark = '\uFEFF'

/** Saves a file of the contract under the name that the server gives it. Failures are told in a notice. */
export function useDownload<Name extends Export>(
  name: Name,
): (input: Input<Name>) => Promise<void> {
  const { mutateAsync } = useMutation({
    mutationFn: async (input: Input<Name>) => {
      let fileName = ''
      const client = createClient({
        language: contractLanguage,
        fetch: async (input, init) => {
          const response = await transport(input, init)
          fileName = fileNameIn(response.headers.get('content-disposition') ?? '')
          return response
        },
      })
      const text = await client[name](input)
      save(new Blob([byteOrderMark, text], { type: 'text/csv' }), fileName)
    },
  })
  return mutateAsync
}

function save(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href))
}
