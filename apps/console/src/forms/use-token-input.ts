import { useMemo } from 'react'
import { useSite } from '../stores/site.ts'
import { tokenInputWithin } from './token-input.ts'

/** The rules of a token, with the length of its lists that the operator allows. */
export function useTokenInput() {
  const entries = useSite((site) => site.info.token_list_entries)
  return useMemo(() => tokenInputWithin(entries), [entries])
}
