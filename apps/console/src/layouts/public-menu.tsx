import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { IconMenu2 } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { useSession } from '../stores/session.ts'
import { useSite } from '../stores/site.ts'

/** The bar's links on a phone. */
export function PublicMenu() {
  const { t } = useTranslation()
  const blog = useSite((site) => site.info.blog_link)
  const signedIn = useSession((session) => session.user !== null)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = () => setAnchor(null)
  return (
    <>
      <IconButton
        aria-label={t('shell.siteNavigation')}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ display: { sm: 'none' } }}
      >
        <IconMenu2 size={20} stroke={1.5} />
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={close}>
        <MenuItem component={Link} to={paths.home} onClick={close}>
          {t('shell.home')}
        </MenuItem>
        {blog !== '' && (
          <MenuItem component="a" href={blog} target="_blank" rel="noreferrer" onClick={close}>
            {t('shell.blog')}
          </MenuItem>
        )}
        <MenuItem component={Link} to={paths.about} onClick={close}>
          {t('shell.about')}
        </MenuItem>
        <MenuItem component={Link} to={signedIn ? paths.panel : paths.login()} onClick={close}>
          {signedIn ? t('shell.console') : t('login.title')}
        </MenuItem>
      </Menu>
    </>
  )
}
