import { useSearchParams } from 'react-router'

const name = 'create'

/** Whether the form for a new entry is open: a part of the address, so that links can open it. */
export function useCreateAddress(): readonly [boolean, (open: boolean) => void] {
  const [query, setQuery] = useSearchParams()
  const change = (open: boolean) =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before)
        if (open) next.set(name, 'yes')
        else next.delete(name)
        return next
      },
      { replace: true },
    )
  return [query.has(name), change]
}
