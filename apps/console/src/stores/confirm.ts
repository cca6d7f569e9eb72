import { create } from 'zustand'

/** An irreversible action, asked in words that name the object. */
export type Danger = {
  readonly title: string
  /** What goes with it, one sentence an entry. */
  readonly consequences: readonly string[]
  /** The first names of many, and how many more there are. */
  readonly names?: readonly string[]
  readonly more?: number
  /** Has to be typed before the red button works: for a whole account, or more than a few rows. */
  readonly word?: string
  /** The verb with its object on the red button. */
  readonly action: string
  readonly run: () => Promise<unknown>
}

/** From here on many rows at once ask for the word. */
const manyFrom = 50
const namesShown = 5

/** How a danger names many: the first few, and the word when they are more than one can look over. */
export const namesOf = (
  names: readonly string[],
  count: number,
  word: string,
): Pick<Danger, 'names' | 'more' | 'word'> => {
  const shown = names.slice(0, namesShown)
  return { names: shown, more: count - shown.length, ...(count > manyFrom ? { word } : {}) }
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
