import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { RoleTooLow } from '../../guards.ts'
import { roleName } from '../../layouts/role-name.ts'
import { paths } from '../../paths.ts'
import { useUser } from '../../stores/session.ts'
import { Gate } from '../../ui/art/gate.tsx'
import { Blank } from '../../ui/blank.tsx'

/** Says which role the page needs, and which one the reader has. */
export function ForbiddenPage({ needs }: RoleTooLow) {
  const { t } = useTranslation()
  const role = useUser()?.role ?? 0
  return (
    <Blank
      picture={<Gate />}
      title={t('failure.forbiddenTitle')}
      sentence={t('failure.forbidden', {
        role: t(`role.${needs}`),
        own: t(roleName(role)),
      })}
      action={
        <Button component={Link} to={paths.dashboard} variant="contained">
          {t('failure.toDashboard')}
        </Button>
      }
    />
  )
}
