import { useTranslation } from 'react-i18next'
import { ProfileList, ProfileSection } from '../profile-section.tsx'
import { AuthenticatorRow } from './authenticator-row.tsx'
import { PasskeysSection } from './passkeys-section.tsx'

/** What proves, beside the password, who the user is. */
export function SecuritySection() {
  const { t } = useTranslation()
  return (
    <>
      <ProfileSection title={t('security.title')} help={t('security.help')}>
        <ProfileList>
          <AuthenticatorRow />
        </ProfileList>
      </ProfileSection>
      <PasskeysSection />
    </>
  )
}
