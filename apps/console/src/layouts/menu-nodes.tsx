import Box from '@mui/material/Box'
import Collapse from '@mui/material/Collapse'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemButton from '@mui/material/ListItemButton'
import Typography from '@mui/material/Typography'
import { IconChevronDown, IconExternalLink } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import {
  itemsOf,
  type MenuCollapse,
  type MenuGroup,
  type MenuItem,
  type MenuNode,
} from '../menu.ts'
import { radius } from '../ui/theme/radius.ts'

type Frame = {
  /** Ids of the entries that the path has selected. */
  readonly selected: readonly string[]
  /** Ordinary users have few entries: gaps between the groups are enough. */
  readonly captioned: boolean
  readonly onChoice: () => void
}

type NodesProps = Frame & { readonly nodes: readonly MenuNode[] }

/** Nodes of a menu, each drawn by its type. */
export const MenuNodes = ({ nodes, ...frame }: NodesProps) =>
  nodes.map((node) => <Node key={node.id} node={node} frame={frame} />)

function Node({ node, frame }: { readonly node: MenuNode; readonly frame: Frame }) {
  const { t } = useTranslation()
  switch (node.type) {
    case 'group':
      return <Group group={node} frame={frame} />
    case 'collapse':
      return <Folder folder={node} frame={frame} />
    case 'item':
      return <Entry item={node} frame={frame} />
    default:
      return (
        <Typography color="error" align="center" sx={{ py: 2 }}>
          {t('shell.menuFault')}
        </Typography>
      )
  }
}

function Group({ group, frame }: { readonly group: MenuGroup; readonly frame: Frame }) {
  const { t } = useTranslation()
  return (
    <Box sx={{ mb: 3 }}>
      {frame.captioned && (
        <Typography variant="caption" color="textSecondary" component="p" sx={{ px: 2, py: 1 }}>
          {t(group.title)}
        </Typography>
      )}
      <List dense disablePadding aria-label={t(group.title)}>
        <MenuNodes nodes={group.children} {...frame} />
      </List>
    </Box>
  )
}

function Folder({ folder, frame }: { readonly folder: MenuCollapse; readonly frame: Frame }) {
  const { t } = useTranslation()
  const within = itemsOf(folder.children).some(({ id }) => frame.selected.includes(id))
  const [unfolded, setUnfolded] = useState(within)
  return (
    <ListItem disablePadding sx={{ display: 'block' }}>
      <ListItemButton
        aria-expanded={unfolded}
        onClick={() => setUnfolded(!unfolded)}
        sx={{ ...rowLook, ...(within ? { fontWeight: 'fontWeightMedium' } : {}) }}
      >
        <folder.icon size={18} stroke={1.5} aria-hidden />
        <Box sx={{ flex: 1 }}>{t(folder.title)}</Box>
        <Box
          component={IconChevronDown}
          size={16}
          stroke={1.5}
          aria-hidden
          sx={{ transition: 'transform 120ms', transform: unfolded ? 'rotate(180deg)' : 'none' }}
        />
      </ListItemButton>
      <Collapse in={unfolded} unmountOnExit>
        <List dense disablePadding aria-label={t(folder.title)} sx={{ pl: 5 }}>
          <MenuNodes nodes={folder.children} {...frame} />
        </List>
      </Collapse>
    </ListItem>
  )
}

const rowLook = {
  gap: 3,
  px: 2,
  minHeight: 32,
  borderRadius: radius('control'),
  '@media (pointer: coarse)': { minHeight: 44 },
  '&.Mui-selected': { color: 'primary.main', fontWeight: 'fontWeightMedium' },
} as const

function Entry({ item, frame }: { readonly item: MenuItem; readonly frame: Frame }) {
  const { t } = useTranslation()
  const selected = frame.selected.includes(item.id)
  const elsewhere = item.target === true ? { target: '_blank', rel: 'noreferrer' } : {}
  const way =
    item.external === true
      ? { component: 'a' as const, href: item.url, ...elsewhere }
      : { component: Link, to: item.url, ...elsewhere }
  return (
    <ListItem disablePadding>
      <ListItemButton
        {...way}
        selected={selected}
        disabled={item.disabled === true}
        aria-current={selected ? 'page' : undefined}
        onClick={frame.onChoice}
        sx={rowLook}
      >
        <item.icon size={18} stroke={1.5} aria-hidden />
        <Box sx={{ flex: 1, minWidth: 0 }}>
          {t(item.title)}
          {item.caption !== undefined && (
            <Typography variant="caption" color="textSecondary" component="p">
              {t(item.caption)}
            </Typography>
          )}
        </Box>
        {item.chip !== undefined && (
          <Typography
            variant="caption"
            sx={{ px: 1.5, border: 1, borderColor: 'divider', borderRadius: radius('chip') }}
          >
            {t(item.chip)}
          </Typography>
        )}
        {item.external === true && <IconExternalLink size={14} stroke={1.5} aria-hidden />}
      </ListItemButton>
    </ListItem>
  )
}
