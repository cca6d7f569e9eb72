import { accountCalls } from '@posthouse/contract/calls/account'
import { type Self, SelfUpdate } from '@posthouse/contract/user'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../api/use-call.ts'
import { LeaveQuestion } from '../../forms/kit/leave-question.tsx'
import { SeenError } from '../../forms/kit/seen-error.tsx'
import { TextInput } from '../../forms/kit/text-input.tsx'
import { useContractForm } from '../../forms/kit/use-contract-form.ts'
import { useDirtyGuard } from '../../forms/kit/use-dirty-guard.ts'
import { useSession } from '../../stores/session.ts'
import { notify } from '../../ui/notify.tsx'
import { ProfileSection } from './profile-section.tsx'

const Names = SelfUpdate.pick({ username: true, display_name: true })

/** What the user is called. */
export function AccountSection({ self }: { readonly self: Self }) {
  const { t } = useTranslation()
  const update = useWrite(accountCalls, 'updateSelf', { changes: ['getSelf'], quiet: true })
  const [saved, setSaved] = useState({ name: self.username, display: self.display_name })
  const { form, submit, submitError, loading } = useContractForm(
    Names,
    { username: self.username, display_name: self.display_name },
    async (body) => {
      const { id, username, display_name, role, status } = await update.mutateAsync({ body })
      useSession.getState().signIn({ id, username, display_name, role, status })
      setSaved({ name: username, display: display_name })
      notify('success', t('profile.saved'))
    },
  )
  const typed = useWatch({ control: form.control })
  const isDirty =
    (typed.username ?? '').trim() !== saved.name ||
    (typed.display_name ?? '').trim() !== saved.display
  const guard = useDirtyGuard(isDirty && !loading)
  return (
    <ProfileSection title={t('profile.account')} startsOpen>
      <Box
        component="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
        sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}
      >
        {submitError !== '' && <SeenError text={submitError} />}
        <TextInput
          control={form.control}
          name="username"
          label={t('profile.username')}
          help={t('profile.usernameHelp')}
          autoComplete="username"
          required
        />
        <TextInput
          control={form.control}
          name="display_name"
          label={t('profile.displayName')}
          help={t('profile.displayNameHelp')}
          autoComplete="nickname"
        />
        <Button
          type="submit"
          variant="contained"
          loading={loading}
          disabled={!isDirty}
          sx={{ alignSelf: 'flex-start' }}
        >
          {t('profile.save')}
        </Button>
      </Box>
      {guard.leaving && <LeaveQuestion onStay={guard.stay} onLeave={guard.leave} />}
    </ProfileSection>
  )
}
