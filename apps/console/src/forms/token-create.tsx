import { tokenCalls } from '@posthouse/contract/calls/tokens'
import { TokenInput } from '@posthouse/contract/token'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../api/use-call.ts'
import { readersTimeZone } from '../lib/time/format-time.ts'
import { FormDialog } from './kit/form-dialog.tsx'
import { useContractForm } from './kit/use-contract-form.ts'
import { TokenFields } from './token-fields.tsx'
import { useTokenInput } from './use-token-input.ts'

type Props = {
  readonly onClose: () => void
  /** The key exists only in this answer. */
  readonly onCreated: (token: {
    readonly id: number
    readonly name: string
    readonly key: string
  }) => void
}

export function TokenCreate({ onClose, onCreated }: Props) {
  const { t } = useTranslation()
  const create = useWrite(tokenCalls, 'createToken', { changes: ['listTokens'], quiet: true })
  const { form, submit, submitError, loading } = useContractForm(
    useTokenInput(),
    { ...TokenInput.parse({ name: '-' }), name: '', unlimited_quota: true },
    async (values) => {
      const limits = { ...values.limits, time_zone: readersTimeZone() }
      const made = await create.mutateAsync({ body: { ...values, limits } })
      onClose()
      onCreated(made)
    },
  )
  return (
    <FormDialog
      title={t('token.create')}
      submitLabel={t('token.create')}
      submitError={submitError}
      loading={loading}
      dirty={form.formState.isDirty}
      onSubmit={submit}
      onClose={onClose}
    >
      <TokenFields control={form.control} />
    </FormDialog>
  )
}
