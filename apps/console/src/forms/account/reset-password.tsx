import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { sessionCalls } from '@posthouse/contract/calls/session'
import type { ReplyOf } from '@posthouse/contract/endpoint'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { call } from '../../api/client.ts'
import { summaryOf } from '../../api/refusal.ts'
import { paths } from '../../paths.ts'
import { InlineError } from '../../ui/inline-error.tsx'
import { notify } from '../../ui/notify.tsx'
import { isSameTwice, NewPasswordInputs, notTheSame, passwordPair } from '../kit/new-password.tsx'
import { useContractForm } from '../kit/use-contract-form.ts'
import { KeptTokens } from './kept-tokens.tsx'

const Pair = z.object(passwordPair).refine(isSameTwice, notTheSame)

type Link = { readonly email: string; readonly token: string }

/** A new password by a mailed link; then it is signed in with. */
export function ResetPassword({ email, token }: Link) {
  const { t } = useTranslation()
  const { tokens, refusal } = useTokensOf({ email, token })
  const [kept, setKept] = useState<readonly number[]>([])
  const navigate = useNavigate()
  const { form, submit, submitError, loading } = useContractForm(
    Pair,
    { password: '', password_again: '' },
    async ({ password }) => {
      const body = { email, token, password, keep_access_tokens: [...kept] }
      await call(sessionCalls.resetPassword, { body })
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
      {tokens !== null && tokens.length > 0 && (
        <KeptTokens tokens={tokens} kept={kept} onChange={setKept} />
      )}
      {(refusal !== '' || submitError !== '') && <InlineError text={refusal || submitError} />}
      <Button
        type="submit"
        variant="contained"
        fullWidth
        disabled={tokens === null}
        loading={loading}
        sx={{ minHeight: 40 }}
      >
        {t('account.setPassword')}
      </Button>
    </Box>
  )
}

/** Null: not known yet, or never, which `refusal` says. */
function useTokensOf({ email, token }: Link) {
  type Tokens = ReplyOf<typeof sessionCalls.listTokensOfReset>
  const [tokens, setTokens] = useState<Tokens | null>(null)
  const [refusal, setRefusal] = useState('')
  useEffect(() => {
    call(sessionCalls.listTokensOfReset, { body: { email, token } }).then(
      setTokens,
      (error: unknown) => setRefusal(summaryOf(error)),
    )
  }, [email, token])
  return { tokens, refusal }
}
