import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PasswordChange } from '../../forms/password-change.tsx'
import { ProfileSection } from './profile-section.tsx'

/** The ways in which the user signs in. */
export function SignInSection() {
  const { t } = useTranslation()
  const [changing, setChanging] = useState(false)
  return (
    <ProfileSection title={t('profile.signIn')} help={t('profile.signInHelp')}>
      <Button variant="outlined" sx={{ alignSelf: 'flex-start' }} onClick={() => setChanging(true)}>
        {t('password.change')}
      </Button>
      {changing && <PasswordChange onClose={() => setChanging(false)} />}
    </ProfileSection>
  )
}
