import type { TestOutcome } from '@posthouse/contract/channel'

/** A channel in a run of tests. */
export type TestLine = {
  readonly id: number
  readonly name: string
} & (
  | { readonly state: 'waiting' | 'running' | 'stopped' }
  /** `words` say how. */
  | { readonly state: 'passed'; readonly words: string; readonly outcome: TestOutcome }
  /** `outcome` is what the server did to the channel. */
  | { readonly state: 'failed'; readonly reason: string; readonly outcome: TestOutcome }
  /** It cannot be tested by a short request. */
  | { readonly state: 'skipped'; readonly reason: string }
)

type TestEnd = Exclude<TestLine, { readonly state: 'waiting' | 'running' | 'stopped' }>
type Ended<Line> = Line extends unknown ? Omit<Line, 'id' | 'name'> : never

export type Run = {
  readonly lines: readonly TestLine[]
  readonly test: (id: number) => Promise<Ended<TestEnd>>
  readonly changed: (line: TestLine) => void
  /** Nothing new begins once it is aborted. What has begun ends. */
  readonly signal: AbortSignal
}

const atOnce = 4

/** Tests the waiting lines, a few at a time. */
export async function runTests({ lines, test, changed, signal }: Run): Promise<void> {
  const waiting = lines.filter(({ state }) => state === 'waiting')
  const work = async (): Promise<void> => {
    for (let line = waiting.shift(); line !== undefined; line = waiting.shift()) {
      const { id, name } = line
      if (signal.aborted) {
        changed({ id, name, state: 'stopped' })
        continue
      }
      changed({ id, name, state: 'running' })
      changed({ id, name, ...(await test(id)) })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

/** Those that failed wait again; the others stay as they are. */
export const failedAgain = (lines: readonly TestLine[]): TestLine[] =>
  lines.map((line) =>
    line.state === 'failed' ? { id: line.id, name: line.name, state: 'waiting' } : line,
  )

/** How many are in each state. */
export function countsOf(lines: readonly TestLine[]): Record<TestLine['state'], number> {
  const counts = { waiting: 0, running: 0, stopped: 0, passed: 0, failed: 0, skipped: 0 }
  for (const { state } of lines) counts[state] += 1
  return counts
}
