import { create } from 'zustand'

/** An irreversible action, asked in words that name the object. */
type Danger = {
  readonly title: string
  /** What goes with it, one sentence an entry. */
  readonly consequences: readonly string[]
  /** The verb with its object on the red button. */
  readonly action: string
  readonly run: () => Promise<unknown>
}

type Confirm = {
  readonly danger: Danger | null
  readonly ask: (danger: Danger) => void
  readonly close: () => void
}

/** The one place where irreversible actions are confirmed. */
export const useConfirm = create<Confirm>()((set) => ({
  danger: null,
  ask: (danger) => set({ danger }),
  close: () => set({ danger: null }),
}))
