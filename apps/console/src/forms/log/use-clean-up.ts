import { logCalls } from '@posthouse/contract/calls/logs'
import { useRef, useState } from 'react'
import { call } from '../../api/client.ts'
import { messageOf } from '../../api/refusal.ts'
import { refresh } from '../../api/use-call.ts'
import { usePasswordAgain } from '../use-password-again.tsx'

const changes = [
  'listLogs',
  'listOwnLogs',
  'getLog',
  'explainCharge',
  'sumLogs',
  'sumOwnLogs',
] as const

type Progress = {
  readonly state: 'none' | 'running' | 'stopped' | 'done'
  readonly deleted: number
  readonly failure: string
}

const none: Progress = { state: 'none', deleted: 0, failure: '' }

/** Deletes entries part by part until none is left before the moment, or somebody stops it. */
export function useCleanUp() {
  const [progress, setProgress] = useState(none)
  const stopped = useRef(false)
  const { guard, dialog } = usePasswordAgain()

  const run = async (until: number): Promise<void> => {
    let deleted = 0
    stopped.current = false
    setProgress({ ...none, state: 'running' })
    const passOn = (state: Progress['state'], failure = '') =>
      setProgress({ state, deleted, failure })
    try {
      for (let more = true; more && !stopped.current;) {
        const answer = await call(logCalls.cleanLog, { query: { target_timestamp: until } })
        deleted += answer.deleted
        more = answer.more
        passOn(more ? 'running' : 'done')
        if (more && stopped.current) passOn('stopped')
      }
    } finally {
      await refresh(changes)
    }
  }
  const start = async (until: number): Promise<void> => {
    try {
      if (!(await guard(() => run(until)))) setProgress(none)
    } catch (error) {
      setProgress(({ deleted }) => ({ state: 'stopped', deleted, failure: messageOf(error) }))
    }
  }
  const stop = () => {
    stopped.current = true
  }
  return { progress, start, stop, dialog }
}
