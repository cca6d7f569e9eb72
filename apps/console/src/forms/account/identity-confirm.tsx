import { accountCalls } from '@posthouse/contract/calls/account'
import { passkeyCalls } from '@posthouse/contract/calls/passkeys'
import { secondFactorCalls } from '@posthouse/contract/calls/second-factor'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { assertPasskey, canUsePasskeys } from '../../api/passkey.ts'
import { summaryOf } from '../../api/refusal.ts'
import { type Input, useRead, write } from '../../api/use-call.ts'
import { InlineError } from '../../ui/inline-error.tsx'
import { FormDialog } from '../kit/form-dialog.tsx'
import { PasswordInput } from '../kit/password-input.tsx'
import { TextInput } from '../kit/text-input.tsx'
import { useContractForm } from '../kit/use-contract-form.ts'

type Props = {
  readonly why?: string
  readonly onConfirmed: () => Promise<unknown>
  readonly onClose: () => void
}

const ByPassword = z.object({
  code: z.string(),
  password: z.string().min(1, 'login.password').max(255),
})
const ByCode = z.object({ code: z.string().trim().min(1, 'user.code'), password: z.string() })

const confirm = (body: Input<'confirmPassword'>['body']) =>
  write(accountCalls, 'confirmPassword', { body }, { quiet: true })

/** Confirms the user's identity again, by password, code or passkey. */
export function IdentityConfirm({ why, onConfirmed, onClose }: Props) {
  const { t } = useTranslation()
  const [byCode, setByCode] = useState(false)
  const { form, submit, submitError, loading } = useContractForm(
    byCode ? ByCode : ByPassword,
    { code: '', password: '' },
    async ({ code, password }) => {
      await confirm(byCode ? { code } : { password })
      await onConfirmed()
      onClose()
    },
  )
  return (
    <FormDialog
      title={t(byCode ? 'security.confirmTitle' : 'login.confirmTitle')}
      submitLabel={t('login.confirm')}
      submitError={submitError}
      loading={loading}
      dirty={false}
      onSubmit={submit}
      onClose={onClose}
    >
      {why !== undefined && <Alert severity="warning">{why}</Alert>}
      {byCode ? (
        <TextInput
          control={form.control}
          name="code"
          label={t('security.code')}
          help={t('security.stepHelp')}
          autoComplete="one-time-code"
          autoFocus
          code
          required
        />
      ) : (
        <PasswordInput
          control={form.control}
          name="password"
          label={t('login.password')}
          autoComplete="current-password"
          autoFocus
          required
        />
      )}
      <OtherWays
        byCode={byCode}
        onChange={() => setByCode(!byCode)}
        onConfirmed={async () => {
          await onConfirmed()
          onClose()
        }}
      />
    </FormDialog>
  )
}

type OtherProps = {
  readonly byCode: boolean
  readonly onChange: () => void
  readonly onConfirmed: () => Promise<unknown>
}

/** What else the account can be confirmed by; nothing where it has only a password. */
function OtherWays({ byCode, onChange, onConfirmed }: OtherProps) {
  const { t } = useTranslation()
  const [refusal, setRefusal] = useState('')
  const factor = useRead(secondFactorCalls, 'getSecondFactor', {})
  const passkeys = useRead(passkeyCalls, 'listPasskeys', {})
  const hasPasskey = canUsePasskeys() && (passkeys.data?.length ?? 0) > 0
  const byPasskey = async (): Promise<void> => {
    setRefusal('')
    try {
      await confirm({ passkey: await assertPasskey() })
      await onConfirmed()
    } catch (error) {
      setRefusal(summaryOf(error))
    }
  }
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        {factor.data?.enabled === true && (
          <Button size="small" onClick={onChange}>
            {t(byCode ? 'security.confirmByPassword' : 'security.confirmByApp')}
          </Button>
        )}
        {hasPasskey && (
          <Button size="small" onClick={() => void byPasskey()}>
            {t('security.confirmByPasskey')}
          </Button>
        )}
      </Box>
      {refusal !== '' && <InlineError text={refusal} />}
    </>
  )
}
