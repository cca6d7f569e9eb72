import { useState } from 'react'
import { useNavigate } from 'react-router'
import { rankMatch } from '../../lib/match-text.ts'
import { recentChoices, rememberChoice } from '../../stores/recent-choices.ts'
import { useUser } from '../../stores/session.ts'
import { type PaletteEntry, paletteGroups } from './palette-entry.ts'
import { foundEntry, useFoundEntries } from './use-found-entries.ts'
import { useOwnEntries } from './use-own-entries.ts'

export type Palette = {
  readonly typed: string
  readonly setTyped: (typed: string) => void
  /** In the order in which the arrows go through them. */
  readonly entries: readonly PaletteEntry[]
  readonly active: number
  readonly setActive: (active: number) => void
  readonly asking: boolean
  readonly error: Error | null
  readonly choose: (entry: PaletteEntry) => void
}

/** The state of the palette: what is typed, what answers it, and which of that is chosen next. */
export function usePalette(onClose: () => void): Palette {
  const [typed, change] = useState('')
  const [active, setActive] = useState(0)
  const owner = useUser()?.id ?? 0
  const own = useOwnEntries()
  const wanted = typed.trim()
  const found = useFoundEntries(wanted)
  const recent = useRecent(owner, own)
  const shown = wanted === '' ? [...recent, ...own] : [...matching(own, wanted), ...found.entries]
  const entries = paletteGroups.flatMap((group) => shown.filter((entry) => entry.group === group))
  return {
    typed,
    setTyped: (text) => {
      change(text)
      setActive(0)
    },
    entries,
    active: Math.min(active, Math.max(0, entries.length - 1)),
    setActive,
    asking: found.asking,
    error: found.error,
    choose: (entry) => {
      const id = entry.id.replace(/^recent\//, '')
      rememberChoice(owner, { id, label: /^(page|action):/.test(id) ? '' : entry.label })
      // Closed first: the focus goes back before the page changes and takes it.
      onClose()
      entry.run()
    },
  }
}

/** Entries that answer, the best first. */
function matching(entries: readonly PaletteEntry[], wanted: string): readonly PaletteEntry[] {
  const rank = (entry: PaletteEntry): number =>
    Math.min(
      rankMatch(entry.label, wanted) ?? Infinity,
      // A page is also known by its address, in whatever language the console speaks.
      (rankMatch(entry.detail, wanted) ?? Infinity) + 4,
    )
  return entries
    .filter((entry) => rank(entry) < Infinity)
    .toSorted((one, other) => rank(one) - rank(other))
}

function useRecent(owner: number, own: readonly PaletteEntry[]): readonly PaletteEntry[] {
  const navigate = useNavigate()
  return recentChoices(owner).flatMap(({ id, label }) => {
    const entry = own.find((known) => known.id === id) ?? foundEntry(id, label, navigate)
    return entry === undefined ? [] : [{ ...entry, id: `recent/${id}`, group: 'recent' as const }]
  })
}
