import { Suspense } from 'react'
import { withTexts } from '../i18n/index.ts'
import { part } from '../ui/part.ts'

const IdentityConfirm = part(
  withTexts(['form', 'security'], async () => ({
    default: (await import('./account/identity-confirm.tsx')).IdentityConfirm,
  })),
)

type Props = {
  /** What was refused without it. */
  readonly why?: string
  /** What goes on once the caller is known again. */
  readonly onConfirmed: () => Promise<unknown>
  readonly onClose: () => void
}

/** The password once more, or what the account has in its place, before something that asks for a recent sign-in. */
export const PasswordConfirm = (props: Props) => (
  <Suspense fallback={null}>
    <IdentityConfirm {...props} />
  </Suspense>
)
