import { userCalls } from '@posthouse/contract/calls/users'
import { NewUser } from '@posthouse/contract/managed-user'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../api/use-call.ts'
import { FormDialog } from '../../forms/kit/form-dialog.tsx'
import { PasswordInput } from '../../forms/kit/password-input.tsx'
import { useContractForm } from '../../forms/kit/use-contract-form.ts'
import { UserFields } from './user-fields.tsx'

type Props = { readonly onClose: () => void }

export function UserCreate({ onClose }: Props) {
  const { t } = useTranslation()
  const create = useWrite(userCalls, 'createUser', {
    changes: ['listUsers', 'sumUsers'],
    quiet: true,
  })
  const { form, submit, submitError, loading } = useContractForm(
    NewUser,
    { username: '', display_name: '', group: 'default', password: '' },
    async (body) => {
      await create.mutateAsync({ body })
      onClose()
    },
  )
  return (
    <FormDialog
      title={t('user.create')}
      submitLabel={t('user.create')}
      submitError={submitError}
      loading={loading}
      dirty={form.formState.isDirty}
      onSubmit={submit}
      onClose={onClose}
    >
      <UserFields control={form.control} />
      <PasswordInput
        control={form.control}
        name="password"
        label={t('user.password')}
        autoComplete="new-password"
        required
      />
    </FormDialog>
  )
}
