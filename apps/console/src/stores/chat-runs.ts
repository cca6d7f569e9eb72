import { create } from 'zustand'

type Runs = {
  /** Conversations in which an answer is on its way, each with what stops it. */
  readonly running: ReadonlyMap<string, AbortController>
  readonly begin: (id: string) => AbortSignal
  readonly stop: (id: string) => void
  readonly end: (id: string) => void
}

/** Answers that are on their way. They go on while another conversation is read, or another page. */
export const useChatRuns = create<Runs>()((set, get) => ({
  running: new Map(),
  begin: (id) => {
    const controller = new AbortController()
    set(({ running }) => ({ running: new Map(running).set(id, controller) }))
    return controller.signal
  },
  stop: (id) => get().running.get(id)?.abort(),
  end: (id) =>
    set(({ running }) => ({ running: new Map([...running].filter(([known]) => known !== id)) })),
}))
