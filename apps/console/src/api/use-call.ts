import type { Api, CallName } from '@posthouse/contract/api'
import { CallError } from '@posthouse/contract/client'
import type { InputOf, ReplyOf } from '@posthouse/contract/endpoint'
import {
  keepPreviousData,
  type MutationObserverOptions,
  useMutation,
  type UseMutationResult,
  useQuery,
  type UseQueryResult,
} from '@tanstack/react-query'
import { useSession } from '../stores/session.ts'
import { call } from './client.ts'
import { untilWantedAgain } from './interrupted-writes.ts'
import { queryClient } from './query-client.ts'
import { runChange } from './run-change.ts'

export type { CallName }

/** What a call takes. */
export type Input<Name extends CallName> = InputOf<Api[Name]>

/** A part of the contract's table that has this call. */
export type Table<Name extends CallName> = Pick<Api, NoInfer<Name>>

/** Calls by name, such as those whose answers a change makes old. */
export type Calls = readonly CallName[]

type ReadOptions<Answer> = {
  readonly enabled?: boolean
  /** Asks again after this many milliseconds; a hidden tab does not. May depend on the last answer. */
  readonly everyMs?: number | false | ((last: Answer | undefined) => number | false)
  /** For what is about to exist: asks again after this many milliseconds, a few times. */
  readonly untilFoundMs?: number
  /** Keeps the rows of the question before on screen. */
  readonly keep?: boolean
  readonly quiet?: boolean
}

/** Reads a call of a part of the contract; its name and input are the key of the cache. */
export function useRead<Name extends CallName>(
  table: Table<Name>,
  name: Name,
  input: InputOf<Api[Name]>,
  options: ReadOptions<ReplyOf<Api[Name]>> = {},
): UseQueryResult<ReplyOf<Api[Name]>, Error> {
  return useQuery<ReplyOf<Api[Name]>, Error>({
    queryKey: [name, input],
    queryFn: ({ signal }) => call(table[name], input, { signal }),
    enabled: options.enabled ?? true,
    refetchInterval: ({ state }) =>
      options.untilFoundMs !== undefined && state.data === undefined && state.errorUpdateCount < 8
        ? options.untilFoundMs
        : pauseOf(options.everyMs, state.data),
    meta: { quiet: options.quiet ?? true },
    ...(options.keep === true ? { placeholderData: keepPreviousData } : {}),
  })
}

const pauseOf = <Answer>(
  every: ReadOptions<Answer>['everyMs'],
  last: Answer | undefined,
): number | false => (typeof every === 'function' ? every(last) : (every ?? false))

type WriteOptions = {
  /** Calls whose cached answers this changes. */
  readonly changes?: readonly CallName[]
  /** The caller shows the failure in place and no notice is wanted. */
  readonly quiet?: boolean
  /**
   * Nothing on screen holds what was to be sent: when the session has ended, the write waits and is
   * offered again after the sign-in in place. Not for forms, which stay open with what was typed.
   */
  readonly repeats?: boolean
}

/** Runs a call of the contract at a click. Failures are told in a notice unless `quiet`. */
export const useWrite = <Name extends CallName>(
  table: Table<Name>,
  name: Name,
  options: WriteOptions = {},
): UseMutationResult<ReplyOf<Api[Name]>, Error, InputOf<Api[Name]>> =>
  useMutation(writing(table, name, options))

/** The same outside of a component, for what is declared beside it. */
export const write = <Name extends CallName>(
  table: Table<Name>,
  name: Name,
  input: InputOf<Api[Name]>,
  options: WriteOptions = {},
): Promise<ReplyOf<Api[Name]>> => runChange(writing(table, name, options), input)

function writing<Name extends CallName>(
  table: Table<Name>,
  name: Name,
  options: WriteOptions,
): MutationObserverOptions<ReplyOf<Api[Name]>, Error, InputOf<Api[Name]>> {
  return {
    mutationFn: async (input) => {
      try {
        return await call(table[name], input)
      } catch (error) {
        const ended = error instanceof CallError && error.status === 401
        if (!ended || options.repeats !== true) throw error
        useSession.getState().expire()
        await untilWantedAgain(error)
        return call(table[name], input)
      }
    },
    meta: { quiet: options.quiet ?? false },
    onSuccess: () => refresh(options.changes ?? []),
  }
}

/** Asks again for everything that these calls have answered. */
export async function refresh(calls: readonly CallName[]): Promise<void> {
  await Promise.all(calls.map((name) => queryClient.invalidateQueries({ queryKey: [name] })))
}
