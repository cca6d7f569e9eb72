import { type ReactNode, useState } from 'react'
import { codeOf, messageOf } from '../api/refusal.ts'
import { PasswordConfirm } from './password-confirm.tsx'

type Question = { readonly run: () => Promise<unknown>; readonly why: string }

type PasswordAgain = {
  /**
   * Runs it. Where stored secrets would go another way, the password is asked for instead, in a dialog that says
   * why: then it is false.
   */
  readonly guard: (run: () => Promise<unknown>) => Promise<boolean>
  readonly dialog: ReactNode
}

/** The password in place of a channel's secrets; what asked for them runs again once it was right. */
export function usePasswordAgain(): PasswordAgain {
  const [again, setAgain] = useState<Question | null>(null)
  const guard = async (run: () => Promise<unknown>) => {
    try {
      await run()
      return true
    } catch (error) {
      if (codeOf(error) !== 'channel.secrets-again') throw error
      setAgain({ run, why: messageOf(error) })
      return false
    }
  }
  return {
    guard,
    dialog: again !== null && (
      <PasswordConfirm why={again.why} onConfirmed={again.run} onClose={() => setAgain(null)} />
    ),
  }
}
