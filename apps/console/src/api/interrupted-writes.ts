import { i18n } from '../i18n/index.ts'
import { notify } from '../ui/notify.tsx'

type Waiting = { readonly go: () => void; readonly drop: () => void }

/** Writes that found the session ended. They go on at a click, and only for the same user. */
let waiting: readonly Waiting[] = []

/** Waits until the same user is back and wants the write repeated; otherwise throws what it met. */
export const untilWantedAgain = (met: unknown): Promise<void> =>
  new Promise((resolve, reject) => {
    waiting = [...waiting, { go: resolve, drop: () => reject(met) }]
  })

export function forgetWrites(): void {
  for (const write of waiting) write.drop()
  waiting = []
}

/** After the same user has come back: says what was not sent, and sends it when asked to. */
export function offerRepeat(): void {
  const writes = waiting
  waiting = []
  if (writes.length === 0) return
  notify(
    'notice',
    i18n.t('login.notSent', { count: writes.length }),
    { label: i18n.t('login.repeat'), run: () => writes.forEach((write) => write.go()) },
    () => writes.forEach((write) => write.drop()),
  )
}
