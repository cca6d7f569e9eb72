import { tokenInputWithin } from '@posthouse/contract/token'
import { useMemo } from 'react'
import { useSite } from '../stores/site.ts'

/** The rules of a token, with the length of its lists that the operator allows. */
export function useTokenInput() {
  const entries = useSite((site) => site.info.token_list_entries)
  return useMemo(() => tokenInputWithin(entries), [entries])
}
