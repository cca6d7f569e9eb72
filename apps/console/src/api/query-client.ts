import { CallError } from '@posthouse/contract/client'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { useConnection } from '../stores/connection.ts'
import { useSession } from '../stores/session.ts'
import { notifyFailure } from './refusal.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** `quiet`: the failure is told where it happened and needs no notice. */
    queryMeta: { quiet?: boolean }
    mutationMeta: { quiet?: boolean }
  }
}

/** What every failed call leads to, whoever asked. */
function onFailure(error: unknown, quiet: boolean): void {
  if (error instanceof CallError && error.status === 401) useSession.getState().expire()
  if (error instanceof CallError && error.status === 0) useConnection.getState().lose()
  if (!quiet) notifyFailure(error)
}

/** Once more by itself: it was busy. Who has waited for a whole deadline is told, and asks again or not. */
export const worthRetrying = (error: unknown): boolean =>
  error instanceof CallError && error.status === 503

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => onFailure(error, query.meta?.quiet === true),
    onSuccess: () => useConnection.getState().regain(),
  }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, mutation) => {
      onFailure(error, mutation.meta?.quiet === true)
    },
    onSuccess: () => useConnection.getState().regain(),
  }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // The banner knows when nobody answers; a query must fail rather than wait unseen.
      networkMode: 'always',
      retry: (count, error) => count < 1 && worthRetrying(error),
      refetchOnWindowFocus: false,
    },
    mutations: { networkMode: 'always' },
  },
})
