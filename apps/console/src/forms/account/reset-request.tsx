import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { sessionCalls } from '@posthouse/contract/calls/session'
import { Email } from '@posthouse/contract/user'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { call } from '../../api/client.ts'
import { InlineError } from '../../ui/inline-error.tsx'
import { TextInput } from '../kit/text-input.tsx'
import { useContractForm } from '../kit/use-contract-form.ts'
import { useVisitorCheck } from './visitor-check.tsx'
import { resendSeconds, useCountdown } from '../kit/use-countdown.ts'

/** Mails a link. Whether somebody has the address is not said. */
export function ResetRequest() {
  const { t } = useTranslation()
  const [left, startWaiting] = useCountdown()
  const visitor = useVisitorCheck()
  const [sentTo, setSentTo] = useState('')
  const { form, submit, submitError, loading } = useContractForm(
    z.object({ email: Email }),
    { email: '' },
    async (query) => {
      setSentTo('')
      const turnstile = visitor.pass()
      if (turnstile === null) return
      await call(sessionCalls.sendResetLink, { query }, { turnstile })
      setSentTo(query.email)
      startWaiting(resendSeconds)
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
        name="email"
        kind="email"
        label={t('account.email')}
        autoComplete="email"
        autoFocus
        required
      />
      {sentTo !== '' && (
        <Alert severity="success">{t('account.resetSent', { email: sentTo })}</Alert>
      )}
      {visitor.widget}
      {submitError !== '' && <InlineError text={submitError} />}
      <Button
        type="submit"
        variant="contained"
        fullWidth
        loading={loading}
        disabled={left > 0}
        sx={{ minHeight: 40 }}
      >
        {left > 0 ? t('account.sendAgain', { seconds: left }) : t('account.sendLink')}
      </Button>
    </Box>
  )
}
