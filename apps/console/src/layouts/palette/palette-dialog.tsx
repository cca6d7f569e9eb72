import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import IconButton from '@mui/material/IconButton'
import InputBase from '@mui/material/InputBase'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { IconSearch, IconX } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../api/refusal.ts'
import { InlineError } from '../../ui/inline-error.tsx'
import { listId, optionId, PaletteList } from './palette-list.tsx'
import { type Palette, usePalette } from './use-palette.ts'

/** Pages, actions and things of the server's by name or number, from the keyboard. */
export function PaletteDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const palette = usePalette(onClose)
  const small = useMediaQuery('(max-width:600px)', { noSsr: true })
  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      fullScreen={small}
      maxWidth="sm"
      aria-labelledby="palette-title"
      sx={small ? {} : { '& .MuiDialog-container': { alignItems: 'flex-start' } }}
      slotProps={{
        paper: small
          ? {}
          : { sx: { mt: '12vh', height: 'min(480px, 70vh)', display: 'flex', overflow: 'hidden' } },
      }}
    >
      <h2 id="palette-title" className="visually-hidden">
        {t('palette.title')}
      </h2>
      <PaletteInput palette={palette} onClose={onClose} />
      <Box sx={{ height: 2, flexShrink: 0 }}>
        {palette.asking && <LinearProgress aria-label={t('palette.asking')} sx={{ height: 2 }} />}
      </Box>
      {palette.error !== null && (
        <Box sx={{ p: 4 }}>
          <InlineError text={messageOf(palette.error)} />
        </Box>
      )}
      <PaletteList palette={palette} />
      {palette.entries.length === 0 && !palette.asking && palette.error === null && (
        <Typography color="textSecondary" align="center" sx={{ pb: 12, flex: 1 }}>
          {t('palette.nothing', { typed: palette.typed.trim() })}
        </Typography>
      )}
      <div className="visually-hidden" role="status">
        {palette.asking ? '' : t('palette.count', { count: palette.entries.length })}
      </div>
    </Dialog>
  )
}

type InputProps = { readonly palette: Palette; readonly onClose: () => void }

function PaletteInput({ palette, onClose }: InputProps) {
  const { t } = useTranslation()
  const open = palette.entries.length > 0
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 3,
        px: 4,
        height: 52,
        flexShrink: 0,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <IconSearch size={18} stroke={1.5} aria-hidden />
      <InputBase
        autoFocus
        fullWidth
        value={palette.typed}
        placeholder={t('palette.placeholder')}
        onChange={(event) => palette.setTyped(event.target.value)}
        onKeyDown={(event) => hearKey(event, palette)}
        inputProps={{
          role: 'combobox',
          'aria-label': t('palette.title'),
          'aria-expanded': open,
          'aria-controls': listId,
          'aria-autocomplete': 'list',
          'aria-activedescendant': open ? optionId(palette.active) : undefined,
          autoComplete: 'off',
          autoCapitalize: 'off',
          spellCheck: false,
          maxLength: 100,
        }}
      />
      <IconButton
        aria-label={t('action.close')}
        onClick={onClose}
        edge="end"
        sx={{ display: { sm: 'none' } }}
      >
        <IconX size={20} stroke={1.5} />
      </IconButton>
    </Box>
  )
}

/** Arrows go round; Home and End go to the ends; Enter chooses. While an input method composes, keys are its. */
function hearKey(event: KeyboardEvent, palette: Palette): void {
  const last = palette.entries.length - 1
  if (event.nativeEvent.isComposing || last < 0) return
  const next: Readonly<Record<string, number>> = {
    ArrowDown: palette.active === last ? 0 : palette.active + 1,
    ArrowUp: palette.active === 0 ? last : palette.active - 1,
    Home: 0,
    End: last,
  }
  const place = next[event.key]
  const entry = palette.entries[palette.active]
  if (place !== undefined) palette.setActive(place)
  else if (event.key === 'Enter' && entry !== undefined) palette.choose(entry)
  else return
  event.preventDefault()
}
