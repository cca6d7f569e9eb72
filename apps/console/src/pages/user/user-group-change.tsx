import { UserBulkChange } from '@posthouse/contract/managed-user'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../forms/kit/form-dialog.tsx'
import { useContractForm } from '../../forms/kit/use-contract-form.ts'
import { GroupSelect } from './user-fields.tsx'

type Props = {
  readonly count: number
  readonly change: (change: UserBulkChange) => Promise<void>
  readonly onClose: () => void
}

/** One group for many users. */
export function UserGroupChange({ count, change, onClose }: Props) {
  const { t } = useTranslation()
  const { form, submit, submitError, loading } = useContractForm(
    UserBulkChange,
    { group: 'default' },
    async (values) => {
      await change(values)
      onClose()
    },
  )
  return (
    <FormDialog
      title={t('user.setGroupTitle', { count })}
      submitLabel={t('user.setGroup')}
      submitError={submitError}
      loading={loading}
      dirty={form.formState.isDirty}
      onSubmit={submit}
      onClose={onClose}
    >
      <GroupSelect control={form.control} />
    </FormDialog>
  )
}
