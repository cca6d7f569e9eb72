import { useSearchParams } from 'react-router'
import { useTablePreference } from '../stores/table-preferences.ts'
import {
  type ListChange,
  type ListSpec,
  type ListState,
  readList,
  writeList,
} from './list-state.ts'

export type List<Filter extends string> = {
  readonly spec: ListSpec<Filter>
  readonly state: ListState<Filter>
  /** `replace` for what is still being typed, so that "back" leaves the page and not the letter. */
  readonly change: (change: ListChange<Filter>, options?: { readonly replace?: boolean }) => void
  /** The address of a row's panel. */
  readonly rowAddress: (row: string) => string
}

/** The state of a list, which is the address. */
export function useList<Filter extends string>(spec: ListSpec<Filter>): List<Filter> {
  const [query, setQuery] = useSearchParams()
  const [preference] = useTablePreference(spec.table)
  return {
    spec,
    state: readList(spec, query, preference.size),
    change: (change, options) => {
      setQuery((current) => writeList(spec, current, change), {
        replace: options?.replace ?? false,
      })
    },
    rowAddress: (row) => `?${writeList(spec, query, { row })}`,
  }
}
