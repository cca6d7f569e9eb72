import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { RoleTooLow } from '../guards.ts'
import { paths } from '../paths.ts'
import { Gate } from '../ui/art/gate.tsx'
import { Blank } from '../ui/blank.tsx'

/** Says which role the page needs. */
export function ForbiddenPage({ needs }: RoleTooLow) {
  const { t } = useTranslation()
  return (
    <Blank
      picture={<Gate />}
      title={t('failure.forbiddenTitle')}
      sentence={t('failure.forbidden', { role: t(`role.${needs}`) })}
      action={
        <Button component={Link} to={paths.dashboard} variant="contained">
          {t('failure.toDashboard')}
        </Button>
      }
    />
  )
}
