import { accessTokenCalls, AccessTokenInput } from '@posthouse/contract/calls/access-tokens'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../api/use-call.ts'
import { FormDialog } from '../../forms/kit/form-dialog.tsx'
import { MoneyInput } from '../../forms/kit/money-input.tsx'
import { TextInput } from '../../forms/kit/text-input.tsx'
import { useContractForm } from '../../forms/kit/use-contract-form.ts'
import { usePasswordAgain } from '../../forms/use-password-again.tsx'
import { useIsAdministrator } from '../../stores/session.ts'

type Props = {
  readonly onClose: () => void
  /** The token exists only in this answer. */
  readonly onCreated: (token: string) => void
}

export function AccessTokenCreate({ onClose, onCreated }: Props) {
  const { t } = useTranslation()
  const create = useWrite(accessTokenCalls, 'createAccessToken', {
    changes: ['listAccessTokens'],
    quiet: true,
  })
  const again = usePasswordAgain()
  const isAdministrator = useIsAdministrator()
  const { form, submit, submitError, loading } = useContractForm(
    AccessTokenInput,
    { name: '', codes_per_day: 0 },
    (body) =>
      again.guard(async () => {
        const { token } = await create.mutateAsync({ body })
        onClose()
        onCreated(token)
      }),
  )
  return (
    <>
      <FormDialog
        title={t('profile.createToken')}
        submitLabel={t('profile.createToken')}
        submitError={submitError}
        loading={loading}
        dirty={form.formState.isDirty}
        onSubmit={submit}
        onClose={onClose}
      >
        <TextInput
          control={form.control}
          name="name"
          label={t('profile.tokenName')}
          help={t('profile.tokenNameHelp')}
          autoFocus
          required
        />
        {isAdministrator && (
          <MoneyInput
            control={form.control}
            name="codes_per_day"
            label={t('profile.tokenCodes')}
            help={t('profile.tokenCodesHelp')}
          />
        )}
      </FormDialog>
      {again.dialog}
    </>
  )
}
