import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { menuFor } from '../menu.ts'
import { useCustomization } from '../stores/customization.ts'
import { useIsAdministrator, useUser } from '../stores/session.ts'
import { MenuNodes } from './menu-nodes.tsx'
import { UserCard } from './user-card.tsx'

type Props = { readonly onChoice: () => void }

/** The drawer's entries with captions between them, the user card and the version at the bottom. */
export function SideMenu({ onChoice }: Props) {
  const { t } = useTranslation()
  const administrator = useIsAdministrator()
  const role = useUser()?.role ?? 0
  const selected = useCustomization((look) => look.isOpen)
  return (
    <Box
      component="nav"
      aria-label={t('shell.menu')}
      sx={{ height: '100%', display: 'flex', flexDirection: 'column' }}
    >
      <Box sx={{ flex: 1, overflowY: 'auto', px: 3, py: 2 }}>
        <MenuNodes
          nodes={menuFor(role)}
          selected={selected}
          captioned={administrator}
          onChoice={onChoice}
        />
      </Box>
      <UserCard onChoice={onChoice} />
    </Box>
  )
}
