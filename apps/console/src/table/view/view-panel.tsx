import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import Popover from '@mui/material/Popover'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  densities,
  type Density,
  standardView,
  useTablePreference,
} from '../../stores/table-preferences.ts'
import { inOrder, moved } from './arrange.ts'

type ViewColumn = {
  readonly id: string
  readonly header: string
  readonly optional?: boolean
  readonly card?: string
}

export type ViewChoice = {
  readonly table: string
  readonly columns: readonly ViewColumn[]
  /** Chosen, and not shown for want of room. */
  readonly crowded: readonly string[]
}

type PanelProps = ViewChoice & { readonly anchor: HTMLElement; readonly onClose: () => void }

/** Density, columns and their order, remembered for this table. */
export function ViewPanel({ anchor, onClose, ...choices }: PanelProps) {
  const { t } = useTranslation()
  return (
    <Popover
      anchorEl={anchor}
      open
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{ paper: { role: 'dialog', 'aria-label': t('table.view'), sx: { mt: 1 } } }}
    >
      <ViewChoices {...choices} />
    </Popover>
  )
}

function ViewChoices({ table, columns, crowded }: ViewChoice) {
  const { t } = useTranslation()
  const [view, prefer] = useTablePreference(table)
  return (
    <Box sx={{ width: 280, maxWidth: '100%', p: 4 }}>
      <Caption>{t('table.density')}</Caption>
      <ToggleButtonGroup
        exclusive
        fullWidth
        size="small"
        aria-label={t('table.density')}
        value={view.density}
        onChange={(_, density: Density | null) => density !== null && prefer({ density })}
        sx={{ mb: 4, '& button': { py: 1, textTransform: 'none' } }}
      >
        {densities.map((density) => (
          <ToggleButton key={density} value={density}>
            {t(`table.densities.${density}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <Caption>{t('table.columns')}</Caption>
      <ColumnOrder table={table} columns={columns} crowded={crowded} />
      <Button size="small" sx={{ mt: 2 }} onClick={() => prefer({ ...standardView })}>
        {t('table.resetView')}
      </Button>
    </Box>
  )
}

const Caption = ({ children }: { readonly children: ReactNode }) => (
  <Typography variant="caption" component="p" color="textSecondary" sx={{ mb: 1 }}>
    {children}
  </Typography>
)

function ColumnOrder({ table, columns, crowded }: ViewChoice) {
  const [view, prefer] = useTablePreference(table)
  const ordered = inOrder(columns, view.order)
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, maxHeight: 380, overflowY: 'auto' }}>
      {ordered.map((column, index) => (
        <ColumnLine
          key={column.id}
          column={column}
          shown={!view.hidden.includes(column.id)}
          crowded={crowded.includes(column.id)}
          canRise={column.card !== 'title' && ordered[index - 1]?.card !== 'title' && index > 0}
          canSink={column.card !== 'title' && index < ordered.length - 1}
          onTurn={(shown) =>
            prefer({
              hidden: shown
                ? view.hidden.filter((id) => id !== column.id)
                : [...view.hidden, column.id],
            })
          }
          onMove={(step) => prefer({ order: [...moved(ordered, column.id, step)] })}
        />
      ))}
    </Box>
  )
}

type LineProps = {
  readonly column: ViewColumn
  readonly shown: boolean
  readonly crowded: boolean
  readonly canRise: boolean
  readonly canSink: boolean
  readonly onTurn: (shown: boolean) => void
  readonly onMove: (step: 1 | -1) => void
}

function ColumnLine(props: LineProps) {
  const { t } = useTranslation()
  const { column, shown, crowded, canRise, canSink, onTurn, onMove } = props
  const fixed = column.optional !== true
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', minHeight: 32 }}>
      <FormControlLabel
        sx={{ flex: 1, minWidth: 0, mr: 0, ml: -2, '& .MuiTypography-root': { fontSize: 13 } }}
        label={
          <>
            {column.header}
            {crowded && (
              <Typography variant="caption" component="span" color="textSecondary" sx={{ ml: 2 }}>
                {t('table.noRoom')}
              </Typography>
            )}
          </>
        }
        control={
          <Checkbox
            size="small"
            checked={fixed || shown}
            disabled={fixed}
            onChange={(event) => onTurn(event.target.checked)}
          />
        }
      />
      <IconButton
        size="small"
        aria-label={t('table.moveUp', { name: column.header })}
        disabled={!canRise}
        onClick={() => onMove(-1)}
      >
        <IconArrowUp size={16} stroke={1.5} />
      </IconButton>
      <IconButton
        size="small"
        aria-label={t('table.moveDown', { name: column.header })}
        disabled={!canSink}
        onClick={() => onMove(1)}
      >
        <IconArrowDown size={16} stroke={1.5} />
      </IconButton>
    </Box>
  )
}
