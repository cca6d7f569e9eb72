import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModelGroup } from '../../lib/model-groups.ts'
import { monospace } from '../../ui/theme/create-theme.ts'

type Props = {
  readonly group: ModelGroup
  readonly picked: ReadonlySet<string>
  /** Long lists begin folded: their groups are read before their models. */
  readonly startsOpen: boolean
  readonly onTurn: (models: readonly string[], on: boolean) => void
}

/** One supplier's models under a box for all of them. */
export function ModelGroupBoxes({ group, picked, startsOpen, onTurn }: Props) {
  const { t } = useTranslation()
  const listId = useId()
  const [open, setOpen] = useState(startsOpen)
  const name = group.supplier === '' ? t('form.models.others') : group.supplier
  const count = group.models.filter((model) => picked.has(model)).length
  const label = t('form.models.ofGroup', {
    group: name,
    picked: count,
    count: group.models.length,
  })
  return (
    <Box>
      <Box sx={{ display: 'flex', alignItems: 'center' }}>
        <Checkbox
          size="small"
          checked={count === group.models.length}
          indeterminate={count > 0 && count < group.models.length}
          onChange={(_, on) => onTurn(group.models, on)}
          slotProps={{ input: { 'aria-label': label } }}
        />
        <Typography variant="subtitle2" sx={{ flex: 1 }}>
          {name}
        </Typography>
        <Typography
          variant="caption"
          color="textSecondary"
          aria-hidden
          sx={{ fontVariantNumeric: 'tabular-nums' }}
        >
          {count} / {group.models.length}
        </Typography>
        <IconButton
          size="small"
          aria-expanded={open}
          aria-controls={listId}
          aria-label={name}
          onClick={() => setOpen(!open)}
        >
          {open ? <IconChevronDown size={18} /> : <IconChevronRight size={18} />}
        </IconButton>
      </Box>
      <Box id={listId} hidden={!open}>
        {open &&
          group.models.map((model) => (
            <ModelBox key={model} model={model} on={picked.has(model)} onTurn={onTurn} />
          ))}
      </Box>
    </Box>
  )
}

type BoxProps = {
  readonly model: string
  readonly on: boolean
  readonly onTurn: Props['onTurn']
}

/** The browser's own box: a list may hold two thousand. */
const ModelBox = ({ model, on, onTurn }: BoxProps) => (
  <Box
    component="label"
    sx={{
      display: 'flex',
      alignItems: 'center',
      gap: 3,
      minHeight: 32,
      pl: 3,
      ml: 3,
      borderLeft: 1,
      borderColor: 'divider',
      fontSize: 13,
      fontFamily: monospace,
      overflowWrap: 'anywhere',
      cursor: 'pointer',
      '&:hover': { bgcolor: 'action.hover' },
      '@media (pointer: coarse)': { minHeight: 44 },
      '& input': { accentColor: 'currentColor', width: 16, height: 16, flexShrink: 0 },
    }}
  >
    <input
      type="checkbox"
      checked={on}
      onChange={(event) => onTurn([model], event.target.checked)}
    />
    {model}
  </Box>
)
