import { tokenCalls } from '@posthouse/contract/calls/tokens'
import { type Token, TokenInput } from '@posthouse/contract/token'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../api/use-call.ts'
import { FormDialog } from './kit/form-dialog.tsx'
import { useContractForm } from './kit/use-contract-form.ts'
import { TokenFields } from './token-fields.tsx'
import { useTokenInput } from './use-token-input.ts'

type Props = { readonly token: Token; readonly onClose: () => void }

export function TokenEdit({ token, onClose }: Props) {
  const { t } = useTranslation()
  const update = useWrite(tokenCalls, 'updateToken', {
    changes: ['listTokens', 'getToken'],
    quiet: true,
  })
  const { form, submit, submitError, loading } = useContractForm(
    useTokenInput(),
    TokenInput.parse({ ...token, remain_quota: Math.max(0, token.remain_quota) }),
    async (values) => {
      await update.mutateAsync({ query: {}, body: { ...values, id: token.id } })
      onClose()
    },
  )
  return (
    <FormDialog
      title={t('token.editTitle', { name: token.name })}
      submitLabel={t('token.save')}
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
