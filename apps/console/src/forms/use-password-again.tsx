import { type ReactNode, useState } from 'react'
import { codeOf } from '../api/refusal.ts'
import { PasswordConfirm } from './password-confirm.tsx'

type PasswordAgain = {
  /** Runs it. Where stored secrets would go another way it throws as it did, and the password is asked for. */
  readonly guard: (run: () => Promise<unknown>) => Promise<void>
  readonly dialog: ReactNode
}

/** The password in place of a channel's secrets; what asked for them runs again once it was right. */
export function usePasswordAgain(): PasswordAgain {
  const [again, setAgain] = useState<(() => Promise<unknown>) | null>(null)
  const guard = async (run: () => Promise<unknown>) => {
    try {
      await run()
    } catch (error) {
      if (codeOf(error) === 'channel.secrets-again') setAgain(() => run)
      throw error
    }
  }
  return {
    guard,
    dialog: again !== null && (
      <PasswordConfirm onConfirmed={again} onClose={() => setAgain(null)} />
    ),
  }
}
