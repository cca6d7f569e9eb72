import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { sessionCalls } from '@posthouse/contract/calls/session'
import { useState } from 'react'
import type { Path, UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/client.ts'
import { summaryOf } from '../../api/refusal.ts'
import { notify } from '../../ui/notify.tsx'
import { putFaults } from '../kit/put-faults.ts'
import type { VisitorCheck } from './visitor-check.tsx'
import { TextInput } from '../kit/text-input.tsx'
import { resendSeconds, useCountdown } from '../kit/use-countdown.ts'

type Proof = { email: string; verification_code: string }

/** An address and the code that is mailed to it. */
export function MailedCodeInputs<Values extends Proof, Checked>({
  form,
  visitor,
}: {
  form: UseFormReturn<Values, unknown, Checked>
  /** The robot check, on forms for visitors. */
  visitor?: VisitorCheck
}) {
  const address = 'email' as Path<Values>
  const { t } = useTranslation()
  const { send, sending, left } = useCodeSending(form, visitor)
  return (
    <>
      <TextInput
        control={form.control}
        name={address}
        kind="email"
        label={t('account.email')}
        help={t('account.emailHelp')}
        autoComplete="email"
        required
      />
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'flex-start' }}>
        <Box sx={{ flex: 1, display: 'grid' }}>
          <TextInput
            control={form.control}
            name={'verification_code' as Path<Values>}
            label={t('account.code')}
            autoComplete="one-time-code"
            required
          />
        </Box>
        <Button
          variant="outlined"
          loading={sending}
          disabled={left > 0}
          onClick={() => void send()}
          sx={{ minHeight: 40, flexShrink: 0 }}
        >
          {left > 0 ? t('account.sendAgain', { seconds: left }) : t('account.getCode')}
        </Button>
      </Box>
    </>
  )
}

function useCodeSending<Values extends Proof, Checked>(
  form: UseFormReturn<Values, unknown, Checked>,
  visitor: VisitorCheck | undefined,
) {
  const address = 'email' as Path<Values>
  const { t } = useTranslation()
  const [left, startWaiting] = useCountdown()
  const [sending, setSending] = useState(false)
  const send = async (): Promise<void> => {
    if (!(await form.trigger(address, { shouldFocus: true }))) return
    const turnstile = visitor === undefined ? '' : visitor.pass()
    if (turnstile === null) return
    const email: string = form.getValues(address)
    setSending(true)
    try {
      await call(sessionCalls.sendCode, { query: { email } }, { turnstile })
      notify('success', t('account.codeSent', { email }))
      startWaiting(resendSeconds)
    } catch (error) {
      if (!putFaults(form, error)) notify('error', summaryOf(error))
    } finally {
      setSending(false)
    }
  }
  return { send, sending, left }
}
