import { accountCalls } from '@posthouse/contract/calls/account'
import { EmailProof } from '@posthouse/contract/user'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../api/use-call.ts'
import { FormDialog } from '../../forms/kit/form-dialog.tsx'
import { MailedCodeInputs } from '../../forms/account/mailed-code.tsx'
import { useContractForm } from '../../forms/kit/use-contract-form.ts'
import { usePasswordAgain } from '../../forms/use-password-again.tsx'
import { notify } from '../../ui/notify.tsx'

/** Only a code that was mailed to the new address changes it. */
export function EmailChangeButton() {
  const { t } = useTranslation()
  const [changing, setChanging] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setChanging(true)}>
        {t('profile.changeEmail')}
      </Button>
      {changing && <EmailChange onClose={() => setChanging(false)} />}
    </>
  )
}

/** A new e-mail address, with the code that was mailed to it. */
function EmailChange({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const bind = useWrite(accountCalls, 'bindEmail', {
    changes: ['getSelf', 'getNotifications'],
    quiet: true,
  })
  const again = usePasswordAgain()
  const { form, submit, submitError, loading } = useContractForm(
    EmailProof,
    { email: '', verification_code: '' },
    (body) =>
      again.guard(async () => {
        await bind.mutateAsync({ body })
        notify('success', t('profile.emailChanged'))
        onClose()
      }),
  )
  return (
    <>
      <FormDialog
        title={t('profile.changeEmail')}
        submitLabel={t('profile.changeEmail')}
        submitError={submitError}
        loading={loading}
        dirty={form.formState.isDirty}
        onSubmit={submit}
        onClose={onClose}
      >
        <MailedCodeInputs form={form} />
      </FormDialog>
      {again.dialog}
    </>
  )
}
