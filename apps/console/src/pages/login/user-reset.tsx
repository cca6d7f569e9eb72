import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { ResetPassword } from '../../forms/account/reset-password.tsx'
import { BrokenSeal } from '../../ui/art/broken-seal.tsx'
import { Blank } from '../../ui/blank.tsx'
import { AccountCard } from './account-card.tsx'
import { WaysOn } from './ways-on.tsx'

/** Where the link of a reset mail leads. Without its two parameters it is no such link. */
export function UserResetPage() {
  const { t } = useTranslation()
  const [query] = useSearchParams()
  const email = query.get('email') ?? ''
  const token = query.get('token') ?? ''
  if (email !== '' && token !== '') {
    return (
      <AccountCard title={t('account.resetTitle')}>
        <ResetPassword email={email} token={token} />
      </AccountCard>
    )
  }
  return (
    <Blank
      picture={<BrokenSeal />}
      title={t('jump.invalid')}
      sentence={t('account.resetLinkBroken')}
      action={<WaysOn />}
    />
  )
}
