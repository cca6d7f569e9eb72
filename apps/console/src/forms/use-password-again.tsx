import { type ReactNode, useState } from 'react'
import { codeOf, messageOf } from '../api/refusal.ts'
import { PasswordConfirm } from './password-confirm.tsx'

type Question = { readonly run: () => Promise<unknown>; readonly why: string }

type PasswordAgain = {
  /**
   * Runs it. Where the server asks for the password first, a dialog asks for it and says why: then it is false.
   */
  readonly guard: (run: () => Promise<unknown>) => Promise<boolean>
  readonly dialog: ReactNode
}

const asks: readonly string[] = ['auth.recent-sign-in', 'channel.secrets-again', 'secret.again']

export const asksForPassword = (error: unknown): boolean => asks.includes(codeOf(error))

/** Asks for the password, a code or a passkey when a call needs it, then repeats the call. The form behind keeps what was typed. */
export function usePasswordAgain(): PasswordAgain {
  const [again, setAgain] = useState<Question | null>(null)
  const guard = async (run: () => Promise<unknown>) => {
    try {
      await run()
      return true
    } catch (error) {
      if (!asksForPassword(error)) throw error
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
