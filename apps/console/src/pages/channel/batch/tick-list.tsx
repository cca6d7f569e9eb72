import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { useTranslation } from 'react-i18next'
import { StatusChip } from '../../../ui/status-chip.tsx'
import { channelStatusName } from '../../../ui/status.ts'

export type TickLine = {
  readonly id: number
  readonly name: string
  readonly status: number
  /** Beneath the name. */
  readonly note: string
  readonly locked: boolean
}

type Props = {
  readonly lines: readonly TickLine[]
  readonly ticked: ReadonlySet<number>
  readonly onTick: (ticked: ReadonlySet<number>) => void
}

/** The ids that can be ticked. */
export const tickable = (lines: readonly TickLine[]): number[] =>
  lines.filter(({ locked }) => !locked).map(({ id }) => id)

const toggled = (ticked: ReadonlySet<number>, id: number): ReadonlySet<number> =>
  new Set(ticked.has(id) ? [...ticked].filter((other) => other !== id) : [...ticked, id])

/** Channels to tick one by one or all together. */
export function TickList({ lines, ticked, onTick }: Props) {
  const { t } = useTranslation()
  const free = tickable(lines)
  const all = free.length > 0 && free.every((id) => ticked.has(id))
  const some = free.some((id) => ticked.has(id))
  return (
    <Box>
      <FormControlLabel
        disabled={free.length === 0}
        control={
          <Checkbox
            checked={all}
            indeterminate={some && !all}
            onChange={() => onTick(new Set(all ? [] : free))}
          />
        }
        label={t('batch.all')}
      />
      <Box
        component="ul"
        aria-label={t('batch.channels')}
        sx={{ listStyle: 'none', m: 0, p: 0, maxHeight: 320, overflowY: 'auto' }}
      >
        {lines.map((line) => (
          <Line
            key={line.id}
            line={line}
            checked={ticked.has(line.id)}
            onChange={() => onTick(toggled(ticked, line.id))}
          />
        ))}
      </Box>
    </Box>
  )
}

type LineProps = {
  readonly line: TickLine
  readonly checked: boolean
  readonly onChange: () => void
}

function Line({ line, checked, onChange }: LineProps) {
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 3,
        py: 1,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <FormControlLabel
        sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere', '& > :last-child': { minWidth: 0 } }}
        disabled={line.locked}
        control={<Checkbox checked={checked} onChange={onChange} />}
        label={
          <>
            {line.name}
            {line.note !== '' && (
              <Box
                component="span"
                sx={{ display: 'block', fontSize: 12, color: 'text.secondary' }}
              >
                {line.note}
              </Box>
            )}
          </>
        }
      />
      <StatusChip status={channelStatusName(line.status, false)} />
    </Box>
  )
}
