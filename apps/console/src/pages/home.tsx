import { useTranslation } from 'react-i18next'
import { useRead } from '../api/use-call.ts'
import { InlineError } from '../ui/inline-error.tsx'
import { OperatorContent } from '../ui/operator-content.tsx'
import { Landing } from './home/landing.tsx'

/** The operator's own home page when there is one, else ours. */
export function HomePage() {
  const { t } = useTranslation()
  const content = useRead('getHomePage', {})
  if (content.isLoading) return null
  if (content.data !== undefined && content.data.trim() !== '') {
    return (
      <>
        <h1 className="visually-hidden" tabIndex={-1}>
          {t('shell.home')}
        </h1>
        <OperatorContent content={content.data} frameTitle={t('about.homeFrame')} />
      </>
    )
  }
  return (
    <>
      {content.error !== null && <InlineError text={t('home.failed')} />}
      <Landing />
    </>
  )
}
