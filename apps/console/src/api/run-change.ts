import { MutationObserver, type MutationObserverOptions } from '@tanstack/react-query'
import { queryClient } from './query-client.ts'

/** Runs a change outside of a component. Nothing holds it once it is over: what it answers may be a key. */
export async function runChange<Reply, Sent>(
  options: MutationObserverOptions<Reply, Error, Sent>,
  sent: Sent,
): Promise<Reply> {
  const observer = new MutationObserver(queryClient, options)
  try {
    return await observer.mutate(sent)
  } finally {
    observer.reset()
  }
}
