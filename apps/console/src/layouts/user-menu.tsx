import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Typography from '@mui/material/Typography'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { withTexts } from '../i18n/index.ts'
import { paths } from '../paths.ts'
import { useUser } from '../stores/session.ts'
import { roleName } from './role-name.ts'
import { useLeave } from './use-leave.ts'
import { radius } from '../ui/theme/radius.ts'
import { part } from '../ui/part.ts'

const PasswordChange = part(
  withTexts(['form'], async () => ({
    default: (await import('../forms/password-change.tsx')).PasswordChange,
  })),
)

/** Who is signed in, a new password, and the way out. */
export function UserMenu() {
  const { t } = useTranslation()
  const leave = useLeave()
  const user = useUser()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [changing, setChanging] = useState(false)
  if (user === null) return null

  return (
    <>
      <IconButton
        aria-label={t('shell.userMenu', { name: user.username })}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <UserAvatar name={user.username} />
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        <Box
          component="li"
          role="presentation"
          sx={{ px: 4, py: 2, mb: 1, minWidth: 200, borderBottom: 1, borderColor: 'divider' }}
        >
          <Typography variant="subtitle1">{user.display_name || user.username}</Typography>
          <Typography variant="caption" color="textSecondary">
            {t(roleName(user.role))}
          </Typography>
        </Box>
        <MenuItem component={Link} to={paths.profile} onClick={() => setAnchor(null)}>
          {t('menu.profile')}
        </MenuItem>
        <MenuItem
          onClick={() => {
            setAnchor(null)
            setChanging(true)
          }}
        >
          {t('password.title')}
        </MenuItem>
        <MenuItem
          onClick={() => {
            setAnchor(null)
            void leave()
          }}
        >
          {t('shell.signOut')}
        </MenuItem>
      </Menu>
      <Suspense>{changing && <PasswordChange onClose={() => setChanging(false)} />}</Suspense>
    </>
  )
}

export const UserAvatar = ({ name }: { readonly name: string }) => (
  <Box
    component="span"
    aria-hidden
    sx={{
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'center',
      width: 28,
      height: 28,
      borderRadius: radius('control'),
      fontSize: 13,
      bgcolor: 'primary.main',
      color: 'primary.contrastText',
    }}
  >
    {name.slice(0, 1).toUpperCase()}
  </Box>
)
