import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Popover from '@mui/material/Popover'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { IconCalendar } from '@tabler/icons-react'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readersTimeZone } from '../lib/time/format-time.ts'
import { momentOf, wallInput } from '../lib/time/zoned-time.ts'
import { isPreset, type PresetName, presets, type RangeChoice, type Span } from './range.ts'

type Props = {
  readonly choice: RangeChoice
  /** The moments that the choice stands for now. */
  readonly span: Span
  readonly zone: string
  readonly onChange: (change: { readonly choice?: RangeChoice; readonly zone?: string }) => void
}

const names = Object.keys(presets).filter((name): name is PresetName => isPreset(name))

const presetLook = {
  '& .MuiToggleButton-root': {
    px: { xs: 1.5, sm: 2.5 },
    py: 1,
    fontSize: 13,
    whiteSpace: 'nowrap',
  },
} as const

/** Lengths at a click, two moments by hand, and the zone in which days begin. */
export function RangeControl({ choice, span, zone, onChange }: Props) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const custom = !('preset' in choice)
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
      <ToggleButtonGroup
        exclusive
        size="small"
        aria-label={t('chart.range')}
        value={custom ? '' : choice.preset}
        onChange={(_, preset: PresetName | null) => {
          if (preset !== null) onChange({ choice: { preset } })
        }}
        sx={presetLook}
      >
        {names.map((name) => (
          <ToggleButton key={name} value={name}>
            {t(`chart.preset.${name}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <Button
        ref={button}
        size="small"
        variant={custom ? 'outlined' : 'text'}
        startIcon={<IconCalendar size={16} stroke={1.5} />}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
        sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'normal', textAlign: 'left' }}
      >
        {custom
          ? `${spoken(span.from, zone)} – ${spoken(span.to, zone)}`
          : t('chart.custom', { zone: zone.replaceAll('_', ' ') })}
      </Button>
      <Popover
        open={open}
        anchorEl={() => button.current}
        onClose={() => setOpen(false)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': t('chart.customTitle') } }}
      >
        <CustomRange
          span={span}
          zone={zone}
          onZone={(chosen) => onChange({ zone: chosen })}
          onRange={(range, chosen) => {
            onChange({ choice: range, zone: chosen })
            setOpen(false)
          }}
        />
      </Popover>
    </Box>
  )
}

const spoken = (seconds: number, zone: string): string => wallInput(seconds, zone).replace('T', ' ')

type CustomProps = {
  readonly span: Span
  readonly zone: string
  readonly onZone: (zone: string) => void
  readonly onRange: (span: Span, zone: string) => void
}

/** Some browsers list these by the names that the places had before. */
const renamed = [
  'America/Nuuk',
  'Asia/Ho_Chi_Minh',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Asia/Yangon',
  'Europe/Kyiv',
]

const zones = [
  ...new Set([
    readersTimeZone(),
    'UTC',
    ...[...Intl.supportedValuesOf('timeZone'), ...renamed].toSorted(),
  ]),
]

function CustomRange({ span, zone: before, onZone, onRange }: CustomProps) {
  const { t } = useTranslation()
  // The address has a chosen zone a moment later, and the range may be applied before.
  const [zone, setZone] = useState(before)
  const [from, setFrom] = useState(wallInput(span.from, zone))
  const [to, setTo] = useState(wallInput(span.to, zone))
  const start = momentOf(from, zone)
  const end = momentOf(to, zone)
  const wrong = start === undefined || end === undefined || end < start
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The minute that is named is in it to its end.
    if (!wrong) onRange({ from: start, to: end + 59 }, zone)
  }
  return (
    <Box
      component="form"
      onSubmit={submit}
      sx={{ p: 4, width: 300, display: 'flex', flexDirection: 'column', gap: 4 }}
    >
      <MomentInput label={t('chart.from')} value={from} onChange={setFrom} />
      <MomentInput
        label={t('chart.until')}
        value={to}
        onChange={setTo}
        error={wrong ? t('chart.untilBeforeFrom') : ''}
      />
      <Autocomplete
        disableClearable
        size="small"
        options={zones}
        value={zone}
        onChange={(_, chosen) => {
          setZone(chosen)
          onZone(chosen)
        }}
        renderInput={(params) => <TextField {...params} label={t('chart.zone')} />}
      />
      <Button type="submit" variant="contained" disabled={wrong}>
        {t('chart.apply')}
      </Button>
    </Box>
  )
}

type MomentProps = {
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
  readonly error?: string
}

const MomentInput = ({ label, value, onChange, error = '' }: MomentProps) => (
  <TextField
    type="datetime-local"
    label={label}
    value={value}
    onChange={(event) => onChange(event.target.value)}
    error={error !== ''}
    helperText={error === '' ? undefined : error}
    slotProps={{ inputLabel: { shrink: true } }}
  />
)
