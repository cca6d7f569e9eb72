import { PasskeyName } from '@posthouse/contract/calls/passkeys'
import { useTranslation } from 'react-i18next'
import { addPasskey } from '../../../api/passkey.ts'
import { refresh } from '../../../api/use-call.ts'
import { FormDialog } from '../../../forms/kit/form-dialog.tsx'
import { TextInput } from '../../../forms/kit/text-input.tsx'
import { useContractForm } from '../../../forms/kit/use-contract-form.ts'
import { usePasswordAgain } from '../../../forms/use-password-again.tsx'
import { browserOf } from '../../../lib/browser-of.ts'

/** Names a passkey, and lets the browser make it. */
export function PasskeyAdd({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const again = usePasswordAgain()
  const { form, submit, submitError, loading } = useContractForm(
    PasskeyName,
    { alias: browserOf(navigator.userAgent).system },
    ({ alias }) =>
      again.guard(async () => {
        await addPasskey(alias)
        await refresh(['listPasskeys'])
        onClose()
      }),
  )
  return (
    <>
      <FormDialog
        title={t('security.addPasskey')}
        submitLabel={t('security.addPasskey')}
        submitError={submitError}
        loading={loading}
        dirty={form.formState.isDirty}
        onSubmit={submit}
        onClose={onClose}
      >
        <TextInput
          control={form.control}
          name="alias"
          label={t('security.passkeyName')}
          help={t('security.passkeyNameHelp')}
          autoFocus
        />
      </FormDialog>
      {again.dialog}
    </>
  )
}
