import { z } from 'zod'
import { create } from 'zustand'
import { readJson, storageKeys, writeText } from '../lib/storage.ts'

const Preset = z.object({ name: z.string(), text: z.string() })
type Preset = z.output<typeof Preset>

/** By the id of their owner: this browser may know several users. */
const Stored = z.record(z.string(), z.array(Preset))

function stored(): z.output<typeof Stored> {
  const parsed = Stored.safeParse(readJson(storageKeys.promptPresets))
  return parsed.success ? parsed.data : {}
}

type Presets = {
  readonly owners: Readonly<Record<string, readonly Preset[]>>
  /** A name that is there already takes the new text. */
  readonly save: (owner: number, preset: Preset) => void
  readonly drop: (owner: number, name: string) => void
}

/** System prompts that a user keeps in this browser, by name. */
export const usePromptPresets = create<Presets>()((set, get) => {
  const change = (owner: number, name: string, more: readonly Preset[]) => {
    const others = (get().owners[owner] ?? []).filter((known) => known.name !== name)
    const list = [...others, ...more].toSorted((a, b) => a.name.localeCompare(b.name))
    const owners = { ...get().owners, [owner]: list }
    writeText(storageKeys.promptPresets, JSON.stringify(owners))
    set({ owners })
  }
  return {
    owners: stored(),
    save: (owner, preset) => change(owner, preset.name, [preset]),
    drop: (owner, name) => change(owner, name, []),
  }
})
