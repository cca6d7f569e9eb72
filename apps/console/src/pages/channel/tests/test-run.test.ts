import { describe, expect, it } from 'vitest'
import { countsOf, failedAgain, runTests, type TestLine } from './test-run.ts'

const waiting = (count: number): TestLine[] =>
  Array.from({ length: count }, (_, id) => ({ id, name: `c${id}`, state: 'waiting' }))

function watched(count: number) {
  const lines = waiting(count)
  const stop = new AbortController()
  const running: (() => void)[] = []
  let most = 0
  const done = runTests({
    lines,
    signal: stop.signal,
    changed: (line) => {
      lines[line.id] = line
      most = Math.max(most, countsOf(lines).running)
    },
    test: async (id) => {
      await new Promise<void>((resolve) => running.push(resolve))
      return id % 2 === 0
        ? { state: 'skipped', reason: '' }
        : { state: 'failed', reason: 'no', outcome: 'none' }
    },
  })
  const turn = () => new Promise((resolve) => setTimeout(resolve))
  const endOne = async () => {
    running.shift()?.()
    await turn()
  }
  return { lines, stop, done, endOne, most: () => most }
}

describe('a run of tests', () => {
  it('tests four at a time until none waits', async () => {
    const run = watched(9)
    for (let each = 0; each < 9; each++) await run.endOne()
    await run.done
    expect(run.most()).toBe(4)
    expect(countsOf(run.lines)).toMatchObject({ waiting: 0, running: 0, skipped: 5, failed: 4 })
  })

  it('begins nothing more once stopped, and lets end what has begun', async () => {
    const run = watched(9)
    run.stop.abort()
    for (let each = 0; each < 4; each++) await run.endOne()
    await run.done
    expect(countsOf(run.lines)).toMatchObject({ stopped: 5, skipped: 2, failed: 2 })
    expect(countsOf(failedAgain(run.lines))).toMatchObject({ waiting: 2, stopped: 5, failed: 0 })
  })
})
