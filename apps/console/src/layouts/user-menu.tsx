import Avatar from '@mui/material/Avatar'
import Box from '@mui/material/Box'
import Divider from '@mui/material/Divider'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../stores/session.ts'
import { roleName } from './role-name.ts'
import { useLeave } from './use-leave.ts'

/** Who is signed in, and the way out. */
export function UserMenu() {
  const { t } = useTranslation()
  const leave = useLeave()
  const user = useUser()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
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
        <Box component="li" role="presentation" sx={{ px: 4, py: 2, minWidth: 200 }}>
          <Typography variant="subtitle1">{user.display_name || user.username}</Typography>
          <Typography variant="caption" color="textSecondary">
            {t(roleName(user.role))}
          </Typography>
        </Box>
        <Divider component="li" role="presentation" />
        <MenuItem
          onClick={() => {
            setAnchor(null)
            void leave()
          }}
        >
          {t('shell.signOut')}
        </MenuItem>
      </Menu>
    </>
  )
}

export const UserAvatar = ({ name }: { readonly name: string }) => (
  <Avatar
    variant="rounded"
    aria-hidden
    sx={{
      width: 28,
      height: 28,
      borderRadius: '8px',
      fontSize: 13,
      bgcolor: 'primary.main',
      color: 'primary.contrastText',
    }}
  >
    {name.slice(0, 1).toUpperCase()}
  </Avatar>
)
