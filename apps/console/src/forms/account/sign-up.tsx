import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Email, Username, VerificationCode } from '@posthouse/contract/user'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { z } from 'zod'
import { signUp } from '../../api/session.ts'
import { readOfTab, storageKeys, writeOfTab } from '../../lib/storage.ts'
import { useSite } from '../../stores/site.ts'
import { InlineError } from '../../ui/inline-error.tsx'
import { isSameTwice, NewPasswordInputs, notTheSame, passwordPair } from '../kit/new-password.tsx'
import { MailedCodeInputs } from './mailed-code.tsx'
import { useVisitorCheck } from './visitor-check.tsx'
import { TextInput } from '../kit/text-input.tsx'
import { useContractForm } from '../kit/use-contract-form.ts'

/** Not asked for: not sent. */
const unasked = z.string().transform(() => undefined)

const Plain = z
  .object({
    username: Username,
    email: unasked,
    verification_code: unasked,
    ...passwordPair,
  })
  .refine(isSameTwice, notTheSame)

/** Where the site wants a proof of the address. */
const Proved = z
  .object({
    username: Username,
    email: Email,
    verification_code: VerificationCode,
    ...passwordPair,
  })
  .refine(isSameTwice, notTheSame)

const empty = { username: '', email: '', verification_code: '', password: '', password_again: '' }

/** The code of an invitation link; it outlives other pages of this tab until it is used. */
function useInvitation(): string {
  const [query] = useSearchParams()
  const given = query.get('aff')?.slice(0, 64)
  useEffect(() => {
    if (given !== undefined) writeOfTab(storageKeys.invitation, given)
  }, [given])
  return given ?? readOfTab(storageKeys.invitation) ?? ''
}

type Typed = typeof empty
type Sent = Omit<Typed, 'email' | 'verification_code'> & {
  readonly email: string | undefined
  readonly verification_code: string | undefined
}

export function SignUpForm({ onSignedUp }: { readonly onSignedUp: () => void }) {
  const { t } = useTranslation()
  const invitation = useInvitation()
  const visitor = useVisitorCheck()
  const isProved = useSite((site) => site.info.email_verification)
  const schema: z.ZodType<Sent, Typed> = isProved ? Proved : Plain
  const { form, submit, submitError, loading } = useContractForm(
    schema,
    empty,
    async ({ password_again: _again, ...values }) => {
      const turnstile = visitor.pass()
      if (turnstile === null) return
      await signUp({ ...values, aff_code: invitation }, turnstile)
      writeOfTab(storageKeys.invitation, null)
      onSignedUp()
    },
  )
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
      sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}
    >
      <TextInput
        control={form.control}
        name="username"
        label={t('account.username')}
        help={t('account.usernameRule')}
        autoComplete="username"
        autoFocus
        required
      />
      {isProved && <MailedCodeInputs form={form} visitor={visitor} />}
      <NewPasswordInputs control={form.control} />
      {visitor.widget}
      {submitError !== '' && <InlineError text={submitError} />}
      <Button type="submit" variant="contained" fullWidth loading={loading} sx={{ minHeight: 40 }}>
        {t('account.signUp')}
      </Button>
    </Box>
  )
}
