import { channelCalls } from '@posthouse/contract/calls/channels'
import { useCallback, useEffect, useRef, useState } from 'react'
import { codeOf, messageOf } from '../../../api/refusal.ts'
import { refresh, write } from '../../../api/use-call.ts'
import { failedAgain, type Run, runTests, type TestLine } from './test-run.ts'

const cannotBeTested = ['channel.test-task', 'channel.no-model-to-test']

const test: Run['test'] = async (id) => {
  try {
    const input = { params: { id }, query: { judge: true } }
    const result = await write(channelCalls, 'testChannel', input, { quiet: true })
    const { failure: reason, outcome } = result
    return reason === '' ? { state: 'passed', result } : { state: 'failed', reason, outcome }
  } catch (error) {
    const reason = messageOf(error)
    return cannotBeTested.includes(codeOf(error))
      ? { state: 'skipped', reason }
      : { state: 'failed', reason, outcome: 'none' }
  }
}

/** Runs tests from this browser. Leaving stops what has not begun; the lists are read again after each run. */
export function useTestRun() {
  const [lines, setLines] = useState<readonly TestLine[]>([])
  const [running, setRunning] = useState(false)
  const stopping = useRef<AbortController | null>(null)
  const stop = useCallback(() => stopping.current?.abort(), [])
  useEffect(() => stop, [stop])
  const start = useCallback(async (wanted: readonly TestLine[]) => {
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
  }, [])
  return { lines, running, start, stop, again: () => start(failedAgain(lines)) }
}
