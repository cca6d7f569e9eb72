import { accountCalls } from '@posthouse/contract/calls/account'
import type { CallName } from '@posthouse/contract/api'
import { i18n } from '../i18n/index.ts'
import { notify } from '../ui/notify.tsx'
import { call } from './client.ts'
import { notifyFailure } from './refusal.ts'
import { runChange } from './run-change.ts'
import { refresh } from './use-call.ts'

/** Says what was done. While `undo` names a way back, the notice offers it and survives navigation. */
export function tellDone(text: string, undo: string | null, changes: readonly CallName[]): void {
  if (undo === null) notify('info', text)
  else
    notify('notice', text, { label: i18n.t('table.undo'), run: () => void takeBack(undo, changes) })
}

/** In the notice's place comes what became of it: the server refuses when a row has changed since. */
async function takeBack(id: string, changes: readonly CallName[]): Promise<void> {
  const mutationFn = () => call(accountCalls.undoChange, { params: { id } })
  try {
    const { restored } = await runChange({ mutationFn, meta: { quiet: true } }, undefined)
    await refresh(changes)
    notify('success', i18n.t('table.undone', { count: restored }))
  } catch (error) {
    notifyFailure(error)
  }
}
