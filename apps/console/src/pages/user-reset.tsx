import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { BrokenSeal } from '../ui/art/broken-seal.tsx'
import { Blank } from '../ui/blank.tsx'
import { WaysOn } from './login/ways-on.tsx'
import { ResetPage } from './reset.tsx'

/** Where the link of a reset mail leads. Without its two parameters it is no such link. */
export function UserResetPage() {
  const { t } = useTranslation()
  const [query] = useSearchParams()
  const complete = ['email', 'token'].every((name) => (query.get(name) ?? '') !== '')
  if (complete) return <ResetPage />
  return (
    <Blank
      picture={<BrokenSeal />}
      title={t('jump.invalid')}
      sentence={t('account.resetLinkBroken')}
      action={<WaysOn />}
    />
  )
}
