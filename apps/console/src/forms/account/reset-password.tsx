import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { sessionCalls } from '@posthouse/contract/calls/session'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { call } from '../../api/client.ts'
import { paths } from '../../paths.ts'
import { InlineError } from '../../ui/inline-error.tsx'
import { notify } from '../../ui/notify.tsx'
import { isSameTwice, NewPasswordInputs, notTheSame, passwordPair } from '../kit/new-password.tsx'
import { useContractForm } from '../kit/use-contract-form.ts'

const Pair = z.object(passwordPair).refine(isSameTwice, notTheSame)

/** A new password by a mailed link; then it is signed in with. */
export function ResetPassword({
  email,
  token,
}: {
  readonly email: string
  readonly token: string
}) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { form, submit, submitError, loading } = useContractForm(
    Pair,
    { password: '', password_again: '' },
    async ({ password }) => {
      await call(sessionCalls.resetPassword, { body: { email, token, password } })
      notify('success', t('account.resetDone'))
      void navigate(paths.login(), { replace: true })
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
      <NewPasswordInputs control={form.control} />
      {submitError !== '' && <InlineError text={submitError} />}
      <Button type="submit" variant="contained" fullWidth loading={loading} sx={{ minHeight: 40 }}>
        {t('account.setPassword')}
      </Button>
    </Box>
  )
}
