import Breadcrumbs from '@mui/material/Breadcrumbs'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { IconHome } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink, useLocation } from 'react-router'
import { placeOf } from '../menu.ts'
import { paths } from '../paths.ts'

/** Home, then where one is: made of the menu and the path. */
export function BreadcrumbTrail() {
  const { t } = useTranslation()
  const place = placeOf(useLocation().pathname)
  if (place?.item.breadcrumbs === false) return null
  return (
    <Breadcrumbs
      aria-label={t('shell.breadcrumbs')}
      sx={{ mb: 2, fontSize: 12, '& ol': { minHeight: 20 } }}
    >
      <Link
        component={RouterLink}
        to={paths.home}
        color="inherit"
        aria-label={t('shell.toHome')}
        sx={{ display: 'flex', p: 0.5 }}
      >
        <IconHome size={16} stroke={1.5} />
      </Link>
      {place !== undefined && (
        <Typography variant="caption" color="textSecondary">
          {t(place.group.title)}
        </Typography>
      )}
      {place !== undefined && (
        <Typography variant="caption" color="textPrimary" aria-current="page">
          {t(place.item.title)}
        </Typography>
      )}
    </Breadcrumbs>
  )
}
