import type { Task } from '@posthouse/contract/task'

/** Between two looks at what is running. */
export const pauseMs = 2_000

/** A list is read again while something on its page runs. */
export const whileRunning = (last: { readonly data: readonly Task[] } | undefined) =>
  last?.data.some(({ finish_time: finished }) => finished === 0) === true ? pauseMs : false
