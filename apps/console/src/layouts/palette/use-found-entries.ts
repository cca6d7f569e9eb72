import { searchCalls } from '@posthouse/contract/calls/search'
import type { SearchResult } from '@posthouse/contract/search'
import { type Icon, IconCube } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useRead } from '../../api/use-call.ts'
import { rankMatch } from '../../lib/match-text.ts'
import { paths } from '../../paths.ts'
import { nounEntries } from './noun-entries.ts'
import type { PaletteEntry } from './palette-entry.ts'

const debounceMs = 150

/** What was typed, once the typing has paused. */
function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), debounceMs)
    return () => clearTimeout(timer)
  }, [typed])
  return settled
}

type Found = {
  readonly entries: readonly PaletteEntry[]
  readonly asking: boolean
  readonly error: Error | null
}

type Way = { readonly icon: Icon; readonly address: (key: string) => string }

/** Where an entry that the server found leads, by its kind and its name or number. */
const ways = new Map<string, Way>([
  ['model', { icon: IconCube, address: (name) => paths.log({ model_name: name }) }],
  ...nounEntries.map(({ id, icon, row }): [string, Way] => [id, { icon, address: row }]),
])

/** An entry of the server's, also when only its id and name are remembered. */
export function foundEntry(
  id: string,
  label: string,
  navigate: (to: string) => unknown,
): Omit<PaletteEntry, 'group'> | undefined {
  const [, kind = '', key = ''] = /^(\w+):(.*)$/s.exec(id) ?? []
  const way = ways.get(kind)
  if (way === undefined) return undefined
  return {
    id,
    label,
    detail: /^\d+$/.test(key) ? `#${key}` : '',
    icon: way.icon,
    run: () => void navigate(way.address(key)),
  }
}

function entriesOf(found: SearchResult, navigate: (to: string) => unknown): PaletteEntry[] {
  const entry = (group: PaletteEntry['group'], id: string, label: string, detail?: string) => {
    const made = foundEntry(id, label, navigate)
    return made === undefined ? [] : [{ ...made, group, detail: detail ?? made.detail }]
  }
  return [
    ...found.users.flatMap((user) => {
      const name = user.display_name === user.username ? '' : user.display_name
      const detail = `#${user.id}${name === '' ? '' : ` · ${name}`}`
      return entry('users', `user:${user.id}`, user.username, detail)
    }),
    ...found.channels.flatMap((row) => entry('channels', `channel:${row.id}`, row.name)),
    ...found.tokens.flatMap((row) => entry('tokens', `token:${row.id}`, row.name)),
    ...found.models.flatMap((row) => entry('models', `model:${row.id}`, row.id)),
  ]
}

/** Asks the server for what was typed; a question that nobody waits for any more is given up. */
export function useFoundEntries(typed: string): Found {
  const navigate = useNavigate()
  const q = useSettled(typed)
  const search = useRead(searchCalls, 'search', { query: { q } }, { enabled: q !== '', keep: true })
  const { data } = search
  const answered = typed === q && !search.isPlaceholderData
  const entries = q === '' || data === undefined ? [] : entriesOf(data, navigate)
  return {
    // Until the answer is here, only what the one before has in common with it: Enter must be safe.
    entries: answered
      ? entries
      : entries.filter(({ label, detail }) => rankMatch(`${label} ${detail}`, typed) !== null),
    asking: typed !== '' && (!answered || search.isFetching),
    error: q === '' ? null : search.error,
  }
}
