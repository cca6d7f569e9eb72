import { accountCalls } from '@posthouse/contract/calls/account'
import Alert from '@mui/material/Alert'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useWrite } from '../api/use-call.ts'
import { FormDialog } from './kit/form-dialog.tsx'
import { PasswordInput } from './kit/password-input.tsx'
import { useContractForm } from './kit/use-contract-form.ts'

const Confirmation = z.object({ password: z.string().min(1, 'login.password').max(255) })

type Props = {
  /** What was refused without it. */
  readonly why?: string
  /** What goes on once the password is known to be right. */
  readonly onConfirmed: () => Promise<unknown>
  readonly onClose: () => void
}

/** The password once more, before something that asks for a recent sign-in. */
export function PasswordConfirm({ why, onConfirmed, onClose }: Props) {
  const { t } = useTranslation()
  const confirm = useWrite(accountCalls, 'confirmPassword', { quiet: true })
  const { form, submit, submitError, loading } = useContractForm(
    Confirmation,
    { password: '' },
    async (values) => {
      await confirm.mutateAsync({ body: values })
      await onConfirmed()
      onClose()
    },
  )
  return (
    <FormDialog
      title={t('login.confirmTitle')}
      submitLabel={t('login.confirm')}
      submitError={submitError}
      loading={loading}
      dirty={false}
      onSubmit={submit}
      onClose={onClose}
    >
      {why !== undefined && <Alert severity="warning">{why}</Alert>}
      <PasswordInput
        control={form.control}
        name="password"
        label={t('login.password')}
        autoComplete="current-password"
        autoFocus
        required
      />
    </FormDialog>
  )
}
