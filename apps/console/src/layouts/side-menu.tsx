import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemButton from '@mui/material/ListItemButton'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import { captions, menuFor } from '../menu.ts'
import { paths } from '../paths.ts'
import { useCustomization } from '../stores/customization.ts'
import { useIsAdministrator, useUser } from '../stores/session.ts'
import { useSite } from '../stores/site.ts'
import { UserAvatar } from './user-menu.tsx'

type Props = { readonly onChoice: () => void }

/** The drawer's entries with captions between them, the user card and the version at the bottom. */
export function SideMenu({ onChoice }: Props) {
  const administrator = useIsAdministrator()
  const entries = menuFor(useUser()?.role ?? 0)
  const groups = captions
    .map((caption) => [caption, entries.filter((entry) => entry.caption === caption)] as const)
    .filter(([, group]) => group.length > 0)
  return (
    <Box sx={{ height: '100%', display: 'flex', flexDirection: 'column' }}>
      <Box sx={{ flex: 1, overflowY: 'auto', px: 3, py: 2 }}>
        {groups.map(([caption, group]) => (
          <MenuGroup
            key={caption}
            caption={caption}
            captioned={administrator}
            entries={group}
            onChoice={onChoice}
          />
        ))}
      </Box>
      <UserCard />
    </Box>
  )
}

type GroupProps = Props & {
  readonly caption: (typeof captions)[number]
  /** Ordinary users have few entries: gaps are enough. */
  readonly captioned: boolean
  readonly entries: ReturnType<typeof menuFor>
}

function MenuGroup({ caption, captioned, entries, onChoice }: GroupProps) {
  const { t } = useTranslation()
  const selected = useCustomization((look) => look.isOpen)
  return (
    <Box sx={{ mb: 3 }}>
      {captioned && (
        <Typography variant="caption" color="textSecondary" component="p" sx={{ px: 2, py: 1 }}>
          {t(`menu.caption.${caption}`)}
        </Typography>
      )}
      <List dense disablePadding aria-label={t(`menu.caption.${caption}`)}>
        {entries.map((entry) => (
          <ListItem key={entry.id} disablePadding>
            <ListItemButton
              component={RouterLink}
              to={entry.url}
              selected={selected.includes(entry.id)}
              aria-current={selected.includes(entry.id) ? 'page' : undefined}
              onClick={onChoice}
              sx={{
                gap: 3,
                px: 2,
                minHeight: 32,
                borderRadius: '8px',
                '@media (pointer: coarse)': { minHeight: 44 },
                '&.Mui-selected': { color: 'primary.main', fontWeight: 500 },
              }}
            >
              <entry.icon size={18} stroke={1.5} aria-hidden />
              {t(entry.title)}
            </ListItemButton>
          </ListItem>
        ))}
      </List>
    </Box>
  )
}

function UserCard() {
  const { t } = useTranslation()
  const user = useUser()
  const version = useSite((site) => site.info.version)
  if (user === null) return null
  return (
    <Box sx={{ p: 4, borderTop: 1, borderColor: 'divider' }}>
      <Link
        component={RouterLink}
        to={paths.dashboard}
        underline="none"
        color="inherit"
        sx={{ display: 'flex', gap: 3, alignItems: 'center' }}
      >
        <UserAvatar name={user.username} />
        <Box sx={{ minWidth: 0 }}>
          <Typography variant="subtitle2" noWrap>
            {user.username}
          </Typography>
          <Typography variant="caption" color="textSecondary">
            {t('shell.welcomeBack')}
          </Typography>
        </Box>
      </Link>
      <Typography
        variant="caption"
        sx={{
          display: 'inline-block',
          mt: 3,
          px: 2,
          border: 1,
          borderColor: 'divider',
          borderRadius: '6px',
          color: 'text.secondary',
        }}
      >
        {version === '' ? t('shell.unknownVersion') : version}
      </Typography>
    </Box>
  )
}
