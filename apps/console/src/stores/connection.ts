import { create } from 'zustand'

type Connection = {
  /** The last call found no server. */
  readonly lost: boolean
  readonly lose: () => void
  readonly regain: () => void
}

export const useConnection = create<Connection>()((set, get) => ({
  lost: false,
  lose: () => set({ lost: true }),
  regain: () => {
    if (get().lost) set({ lost: false })
  },
}))
