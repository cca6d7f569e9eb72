import { codeOf, notifyFailure } from '../api/refusal.ts'
import { PasswordConfirm } from '../forms/password-confirm.tsx'
import type { Stage } from './use-stage.tsx'

/** Runs it; where the sign-in is too old for it, once the password was given again. Any other failure is told. */
export async function afterPassword(stage: Stage, run: () => Promise<unknown>): Promise<void> {
  try {
    await run()
  } catch (error) {
    if (codeOf(error) !== 'auth.recent-sign-in') return notifyFailure(error)
    const again = () => afterPassword(stage, run)
    stage.open((close) => <PasswordConfirm onConfirmed={again} onClose={close} />)
  }
}
