import type { Mutation } from '@tanstack/react-query'
import { i18n } from '../i18n/index.ts'
import { notify } from '../ui/notify.tsx'

type Write = Mutation<unknown, unknown, unknown, unknown>

/** Writes that found the session ended. They are repeated at a click, and only for the same user. */
let interrupted: readonly Write[] = []

export function rememberWrite(write: Write): void {
  interrupted = [...interrupted.filter((other) => other !== write), write]
}

export function forgetWrites(): void {
  interrupted = []
}

/** After the same user has come back: says what was not sent, and sends it when asked to. */
export function offerRepeat(): void {
  const writes = interrupted
  forgetWrites()
  if (writes.length === 0) return
  notify('notice', i18n.t('login.notSent', { count: writes.length }), {
    label: i18n.t('login.repeat'),
    // A failure has its own notice, as after any click.
    run: () =>
      writes.forEach((write) => void write.execute(write.state.variables).catch(() => null)),
  })
}
