import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'

/** Users, and the groups that they are in. */
export function UserTabs({ open }: { readonly open: 'users' | 'groups' }) {
  const { t } = useTranslation()
  return (
    <Tabs value={open} aria-label={t('user.tabs')} sx={{ mb: 4 }}>
      <Tab value="users" component={Link} to={paths.user} label={t('menu.user')} />
      <Tab value="groups" component={Link} to={paths.groups} label={t('group.title')} />
    </Tabs>
  )
}
