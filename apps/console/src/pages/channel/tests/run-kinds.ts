import { channelCalls } from '@posthouse/contract/calls/channels'
import { codeOf, messageOf } from '../../../api/refusal.ts'
import { write } from '../../../api/use-call.ts'
import { i18n, type TextKey } from '../../../i18n/index.ts'
import { balanceText } from '../supplier/balance-text.ts'
import type { Run } from './test-run.ts'

export type RunWords = Readonly<
  Record<
    'title' | 'question' | 'start' | 'again' | 'progress' | 'counts' | 'running' | 'skipped',
    TextKey
  >
>

/** What is done to each channel of a run. */
type RunKind = { readonly words: RunWords; readonly each: Run['test'] }

/** The refusals that say that a channel has nothing of the kind. */
const failed = (error: unknown, none: readonly string[]) => {
  const reason = messageOf(error)
  return none.includes(codeOf(error))
    ? ({ state: 'skipped', reason } as const)
    : ({ state: 'failed', reason, outcome: 'none' } as const)
}

const tests: RunKind = {
  words: {
    title: 'testing.title',
    question: 'testing.question',
    start: 'testing.start',
    again: 'testing.again',
    progress: 'testing.progress',
    counts: 'testing.counts',
    running: 'testing.states.running',
    skipped: 'testing.states.skipped',
  },
  each: async (id) => {
    try {
      const input = { params: { id }, query: { judge: true } }
      const result = await write(channelCalls, 'testChannel', input, { quiet: true })
      const { failure: reason, outcome, time } = result
      const words = i18n.t('testing.passed', { seconds: time.toFixed(2) })
      return reason === ''
        ? { state: 'passed', words, outcome }
        : { state: 'failed', reason, outcome }
    } catch (error) {
      return failed(error, ['channel.test-task', 'channel.no-model-to-test'])
    }
  },
}

const balances: RunKind = {
  words: {
    title: 'supplier.balance.title',
    question: 'supplier.balance.question',
    start: 'supplier.balance.start',
    again: 'supplier.balance.again',
    progress: 'supplier.balance.progress',
    counts: 'supplier.balance.counts',
    running: 'supplier.balance.running',
    skipped: 'supplier.balance.skipped',
  },
  each: async (id) => {
    try {
      const input = { params: { id } }
      const balance = await write(channelCalls, 'refreshChannelBalance', input, { quiet: true })
      return { state: 'passed', words: balanceText(balance), outcome: 'none' }
    } catch (error) {
      return failed(error, ['channel.no-balance-call', 'channel.balance-unlimited'])
    }
  },
}

export const runKinds = { tests, balances }
