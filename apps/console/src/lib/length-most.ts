import type { z } from 'zod'

/**
 * Characters that the text of a filter may have; undefined: nobody counts them. It is told of a text that is longer
 * than any: what zod knows of its own checks is left out of the console's copy.
 */
export function lengthMost(filter: z.ZodType): number | undefined {
  const issues = filter.safeParse('x'.repeat(10_000)).error?.issues ?? []
  const [most] = issues.flatMap((issue) =>
    issue.code === 'too_big' ? [Number(issue.maximum)] : [],
  )
  return most
}
