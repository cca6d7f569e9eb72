import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import { paths } from '../paths.ts'
import { useUser } from '../stores/session.ts'
import { useSite } from '../stores/site.ts'
import { UserAvatar } from './user-menu.tsx'
import { radius } from '../ui/theme/radius.ts'

/** Who is signed in, and the version of the server, at the bottom of the drawer. */
export function UserCard({ onChoice }: { readonly onChoice: () => void }) {
  const { t } = useTranslation()
  const user = useUser()
  const version = useSite((site) => site.info.version)
  if (user === null) return null
  return (
    <Box sx={{ p: 4, borderTop: 1, borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', gap: 3, alignItems: 'center' }}>
        <Link
          component={RouterLink}
          to={paths.profile}
          aria-label={t('menu.profile')}
          onClick={onChoice}
          sx={{ display: 'flex', borderRadius: radius('control') }}
        >
          <UserAvatar name={user.username} />
        </Link>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="subtitle2" noWrap title={user.username}>
            {user.username}
          </Typography>
          <Typography variant="caption" color="textSecondary" component="p">
            {t('shell.welcomeBack')}
          </Typography>
        </Box>
        <Typography
          variant="caption"
          sx={{
            px: 1.5,
            border: 1,
            borderColor: 'divider',
            borderRadius: radius('chip'),
            color: 'text.secondary',
            whiteSpace: 'nowrap',
          }}
        >
          {version === '' ? t('shell.unknownVersion') : version}
        </Typography>
      </Box>
    </Box>
  )
}
