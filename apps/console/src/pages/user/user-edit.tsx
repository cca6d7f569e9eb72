import { userCalls } from '@posthouse/contract/calls/users'
import { type User, UserChange } from '@posthouse/contract/managed-user'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../api/use-call.ts'
import { FormDialog } from '../../forms/kit/form-dialog.tsx'
import { PasswordInput } from '../../forms/kit/password-input.tsx'
import { useContractForm } from '../../forms/kit/use-contract-form.ts'
import { UserFields } from './user-fields.tsx'

type Props = { readonly user: User; readonly onClose: () => void }

/** Name, group and password of a user. It is refused where somebody else has changed the user meanwhile. */
export function UserEdit({ user, onClose }: Props) {
  const { t } = useTranslation()
  const update = useWrite(userCalls, 'updateUser', {
    changes: ['listUsers', 'getUser', 'listUserSessions'],
    quiet: true,
  })
  const { id, username, display_name, group, version } = user
  const { form, submit, submitError, loading } = useContractForm(
    UserChange,
    { id, username, display_name, group, version, password: '' },
    async (body) => {
      await update.mutateAsync({ body })
      onClose()
    },
  )
  return (
    <FormDialog
      title={t('user.editTitle', { name: username })}
      submitLabel={t('user.save')}
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
        label={t('user.newPassword')}
        help={t('user.newPasswordHelp')}
        autoComplete="new-password"
      />
    </FormDialog>
  )
}
