import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Login } from '@posthouse/contract/user'
import { useTranslation } from 'react-i18next'
import { signIn } from '../api/session.ts'
import { InlineError } from '../ui/inline-error.tsx'
import { PasswordInput } from './kit/password-input.tsx'
import { TextInput } from './kit/text-input.tsx'
import { useContractForm } from './kit/use-contract-form.ts'

type Props = {
  /** Filled in when the session of a known user ended. */
  readonly username: string
  readonly onSignedIn: () => void
}

/** Username and password. Enter sends; a refusal stays under the fields. */
export function SessionSignIn({ username, onSignedIn }: Props) {
  const { t } = useTranslation()
  const { form, submit, submitError, loading } = useContractForm(
    Login,
    { username, password: '' },
    async (values) => {
      await signIn(values.username, values.password)
      onSignedIn()
    },
  )
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
      sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}
    >
      <TextInput
        control={form.control}
        name="username"
        label={t('login.username')}
        autoComplete="username"
        autoFocus={username === ''}
        required
      />
      <PasswordInput
        control={form.control}
        name="password"
        label={t('login.password')}
        autoComplete="current-password"
        autoFocus={username !== ''}
        required
      />
      {submitError !== '' && <InlineError text={submitError} />}
      <Button type="submit" variant="contained" fullWidth loading={loading} sx={{ minHeight: 40 }}>
        {t('login.title')}
      </Button>
    </Box>
  )
}
