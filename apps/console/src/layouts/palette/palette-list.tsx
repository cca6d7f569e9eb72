import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { alpha } from '@mui/material/styles'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { cutMatches } from '../../lib/match-text.ts'
import { type PaletteEntry, paletteGroups } from './palette-entry.ts'
import type { Palette } from './use-palette.ts'
import { radius } from '../../ui/theme/radius.ts'

export const optionId = (index: number): string => `palette-option-${index}`
export const listId = 'palette-list'

/** What can be chosen, under the headings of its groups. The focus stays in the input. */
export function PaletteList({ palette }: { readonly palette: Palette }) {
  const { t } = useTranslation()
  const groups = paletteGroups.filter((group) =>
    palette.entries.some((entry) => entry.group === group),
  )
  return (
    <Box
      id={listId}
      role="listbox"
      aria-label={t('palette.results')}
      sx={{ overflowY: 'auto', flex: 1, px: 2, pb: 2 }}
    >
      {groups.map((group) => (
        <Box key={group} role="group" aria-labelledby={`palette-${group}`}>
          <Typography
            id={`palette-${group}`}
            variant="caption"
            component="p"
            color="textSecondary"
            role="presentation"
            sx={{ px: 2, pt: 3, pb: 1 }}
          >
            {t(`palette.group.${group}`)}
          </Typography>
          {palette.entries.map((entry, index) =>
            entry.group === group ? (
              <Option key={entry.id} entry={entry} index={index} palette={palette} />
            ) : null,
          )}
        </Box>
      ))}
    </Box>
  )
}

type OptionProps = {
  readonly entry: PaletteEntry
  readonly index: number
  readonly palette: Palette
}

function Option({ entry, index, palette }: OptionProps) {
  const row = useRef<HTMLDivElement>(null)
  const active = index === palette.active
  useEffect(() => {
    if (active) row.current?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <Box
      ref={row}
      id={optionId(index)}
      role="option"
      aria-selected={active}
      onMouseMove={() => palette.setActive(index)}
      onClick={() => palette.choose(entry)}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 3,
        px: 2,
        minHeight: 36,
        scrollMarginBlock: '40px',
        borderRadius: radius('control'),
        cursor: 'pointer',
        bgcolor: (theme) =>
          active
            ? alpha(theme.palette.primary.main, theme.palette.action.selectedOpacity)
            : undefined,
        '@media (pointer: coarse)': { minHeight: 48 },
      }}
    >
      <Box
        component={entry.icon}
        size={18}
        stroke={1.5}
        aria-hidden
        sx={{ flexShrink: 0, color: active ? 'primary.main' : 'text.secondary' }}
      />
      <Box sx={{ flex: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' }}>
        <Marked text={entry.label} typed={palette.typed.trim()} />
      </Box>
      <Typography
        variant="caption"
        noWrap
        sx={{
          color: active ? 'text.primary' : 'text.secondary',
          maxWidth: '45%',
          fontVariantNumeric: 'tabular-nums',
        }}
      >
        <Marked text={entry.detail} typed={palette.typed.trim()} />
      </Typography>
    </Box>
  )
}

/** A text with what was typed made out in it. */
const Marked = ({ text, typed }: { readonly text: string; readonly typed: string }) =>
  cutMatches(text, typed).map((part, index) =>
    part.hit ? (
      <Box
        key={index}
        component="mark"
        sx={{ bgcolor: 'transparent', color: 'primary.main', fontWeight: 'fontWeightMedium' }}
      >
        {part.text}
      </Box>
    ) : (
      <span key={index} style={{ whiteSpace: 'pre-wrap' }}>
        {part.text}
      </span>
    ),
  )
