import { siteCalls } from '@posthouse/contract/calls/site'
import { useEffect } from 'react'
import { useRead } from '../../api/use-call.ts'
import { readText, storageKeys, writeText } from '../../lib/storage.ts'

type OperatorText = {
  /** Undefined until something is known. */
  readonly text: string | undefined
  readonly failed: boolean
  readonly retry: () => void
}

/** A page that the operator wrote: what this browser saw last until the server has answered. */
export function useOperatorText(page: 'home' | 'about'): OperatorText {
  const read = useRead(siteCalls, page === 'home' ? 'getHomePage' : 'getAbout', {})
  const key = page === 'home' ? storageKeys.homePage : storageKeys.about
  const { data } = read
  useEffect(() => {
    if (data !== undefined) writeText(key, data)
  }, [key, data])
  const cached = readText(key) ?? undefined
  return {
    text: data ?? cached ?? (read.isLoading ? undefined : ''),
    failed: read.error !== null,
    retry: () => void read.refetch(),
  }
}
