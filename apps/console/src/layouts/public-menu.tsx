import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { useSession } from '../stores/session.ts'
import { useSite } from '../stores/site.ts'
import type { BarMenuProps } from './bar-menu-button.tsx'

export function PublicMenu({ anchor, onClose }: BarMenuProps) {
  const { t } = useTranslation()
  const blog = useSite((site) => site.info.blog_link)
  const signedIn = useSession((session) => session.user !== null)
  return (
    <Menu anchorEl={anchor} open={anchor !== null} onClose={onClose}>
      <MenuItem component={Link} to={paths.home} onClick={onClose}>
        {t('shell.home')}
      </MenuItem>
      <MenuItem component={Link} to={paths.price} onClick={onClose}>
        {t('shell.models')}
      </MenuItem>
      {blog !== '' && (
        <MenuItem component="a" href={blog} target="_blank" rel="noreferrer" onClick={onClose}>
          {t('shell.blog')}
        </MenuItem>
      )}
      <MenuItem component={Link} to={paths.about} onClick={onClose}>
        {t('shell.about')}
      </MenuItem>
      <MenuItem component={Link} to={signedIn ? paths.panel : paths.login()} onClick={onClose}>
        {signedIn ? t('shell.console') : t('login.title')}
      </MenuItem>
    </Menu>
  )
}
