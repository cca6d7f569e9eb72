import { accountCalls } from '@posthouse/contract/calls/account'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useWrite } from '../api/use-call.ts'
import { notify } from '../ui/notify.tsx'
import { FormDialog } from './kit/form-dialog.tsx'
import { PasswordInput } from './kit/password-input.tsx'
import { useContractForm } from './kit/use-contract-form.ts'

/** The contract's change of oneself, with both passwords asked for. */
const PasswordPair = z.object({
  original_password: z.string().min(1, 'login.password').max(255),
  password: z.string().min(8, 'user.password-short').max(255),
})

export function PasswordChange({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const update = useWrite(accountCalls, 'updateSelf', {
    changes: ['getSelf', 'getReadiness'],
    quiet: true,
  })
  const { form, submit, submitError, loading } = useContractForm(
    PasswordPair,
    { original_password: '', password: '' },
    async (values) => {
      await update.mutateAsync({ body: values })
      notify('success', t('password.changed'))
      onClose()
    },
  )
  return (
    <FormDialog
      title={t('password.title')}
      submitLabel={t('password.change')}
      submitError={submitError}
      loading={loading}
      dirty={form.formState.isDirty}
      onSubmit={submit}
      onClose={onClose}
    >
      <PasswordInput
        control={form.control}
        name="original_password"
        label={t('password.current')}
        autoComplete="current-password"
        autoFocus
        required
      />
      <PasswordInput
        control={form.control}
        name="password"
        label={t('password.next')}
        help={t('password.rule')}
        autoComplete="new-password"
        required
      />
    </FormDialog>
  )
}
