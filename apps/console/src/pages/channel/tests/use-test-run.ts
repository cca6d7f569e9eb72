import { useCallback, useEffect, useRef, useState } from 'react'
import { refresh } from '../../../api/use-call.ts'
import { failedAgain, type Run, runTests, type TestLine } from './test-run.ts'

/** Runs tests from this browser. Leaving stops what has not begun; the lists are read again after each run. */
export function useTestRun(test: Run['test']) {
  const [lines, setLines] = useState<readonly TestLine[]>([])
  const [running, setRunning] = useState(false)
  const stopping = useRef<AbortController | null>(null)
  const stop = useCallback(() => stopping.current?.abort(), [])
  useEffect(() => stop, [stop])
  const start = useCallback(
    async (wanted: readonly TestLine[]) => {
      const controller = new AbortController()
      stopping.current?.abort()
      stopping.current = controller
      setLines(wanted)
      setRunning(true)
      await runTests({
        lines: wanted,
        test,
        signal: controller.signal,
        changed: (line) =>
          setLines((current) => current.map((each) => (each.id === line.id ? line : each))),
      })
      setRunning(false)
      await refresh(['listChannels', 'getChannel', 'getReadiness'])
    },
    [test],
  )
  return { lines, running, start, stop, again: () => start(failedAgain(lines)) }
}
