import { useSearchParams } from 'react-router'
import { useTablePreference } from '../../stores/table-preferences.ts'
import {
  type ListChange,
  type ListSpec,
  type ListState,
  readList,
  writeList,
} from './list-state.ts'

export type List<Filter extends string, Sort extends string = string> = {
  readonly spec: ListSpec<Filter, Sort>
  readonly state: ListState<Filter>
  /** `replace` for what is still being typed, so that "back" leaves the page and not the letter. */
  readonly change: (change: ListChange<Filter>, options?: { readonly replace?: boolean }) => void
  /** The address of a row's panel. */
  readonly rowAddress: (row: string) => string
}

/** The state of a list, which is the address. */
export function useList<Filter extends string, Sort extends string>(
  spec: ListSpec<Filter, Sort>,
): List<Filter, Sort> {
  const [query, setQuery] = useSearchParams()
  const [{ size }] = useTablePreference(spec.table)
  return {
    spec,
    state: readList(spec, query, size),
    change: (change, options) => {
      setQuery((current) => writeList(spec, current, change, size), {
        replace: options?.replace ?? false,
      })
    },
    rowAddress: (row) => `?${writeList(spec, query, { row }, size)}`,
  }
}
