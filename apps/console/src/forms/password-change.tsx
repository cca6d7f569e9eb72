import { accountCalls } from '@posthouse/contract/calls/account'
import { NewPassword } from '@posthouse/contract/user'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useRead, useWrite } from '../api/use-call.ts'
import { notify } from '../ui/notify.tsx'
import { FormDialog } from './kit/form-dialog.tsx'
import { PasswordInput } from './kit/password-input.tsx'
import { useContractForm } from './kit/use-contract-form.ts'

/** The contract's change of oneself. An account that never had a password sets its first one. */
const passwords = (hasOne: boolean) =>
  z.object({
    original_password: hasOne ? z.string().min(1, 'login.password').max(255) : z.string(),
    password: NewPassword,
  })

type Props = { readonly onClose: () => void }

export function PasswordChange({ onClose }: Props) {
  const self = useRead(accountCalls, 'getSelf', {})
  if (self.isLoading) return null
  return <PasswordForm hasOne={self.data?.has_password ?? true} onClose={onClose} />
}

function PasswordForm({ hasOne, onClose }: Props & { readonly hasOne: boolean }) {
  const { t } = useTranslation()
  const update = useWrite(accountCalls, 'updateSelf', {
    changes: ['getSelf', 'getReadiness'],
    quiet: true,
  })
  const { form, submit, submitError, loading } = useContractForm(
    passwords(hasOne),
    { original_password: '', password: '' },
    async (values) => {
      await update.mutateAsync({ body: values })
      notify('success', t('password.changed'))
      onClose()
    },
  )
  const title = t(hasOne ? 'password.change' : 'password.set')
  return (
    <FormDialog
      title={title}
      submitLabel={title}
      submitError={submitError}
      loading={loading}
      dirty={form.formState.isDirty}
      onSubmit={submit}
      onClose={onClose}
    >
      {hasOne && (
        <PasswordInput
          control={form.control}
          name="original_password"
          label={t('password.current')}
          autoComplete="current-password"
          autoFocus
          required
        />
      )}
      <PasswordInput
        control={form.control}
        name="password"
        label={t('password.next')}
        help={t('password.rule')}
        autoComplete="new-password"
        autoFocus={!hasOne}
        required
      />
    </FormDialog>
  )
}
