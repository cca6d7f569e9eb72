import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import IconButton from '@mui/material/IconButton'
import { IconSearch } from '@tabler/icons-react'
import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withTexts } from '../../i18n/index.ts'
import { radius } from '../../ui/theme/radius.ts'
import { part } from '../../ui/part.ts'

const PaletteDialog = part(
  withTexts(['channel', 'menu', 'palette', 'redemption', 'token', 'user'], async () => ({
    default: (await import('./palette-dialog.tsx')).PaletteDialog,
  })),
)

const onApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent)

/** ⌘K or Ctrl-K anywhere, unless a dialog is open that would be left behind with what is typed in it. */
function useShortcut(open: () => void): void {
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const held = onApple() ? event.metaKey : event.ctrlKey
      if (!held || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      if (document.querySelector('[aria-modal="true"]') === null) open()
    }
    window.addEventListener('keydown', hear)
    return () => window.removeEventListener('keydown', hear)
  }, [open])
}

/** Opens the palette; on a phone an icon, elsewhere a field-like button that names the shortcut. */
export function PaletteButton() {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const [open] = useState(() => () => setOpened(true))
  useShortcut(open)
  return (
    <>
      <IconButton
        aria-label={t('palette.title')}
        aria-haspopup="dialog"
        onClick={open}
        sx={{ display: { sm: 'none' } }}
      >
        <IconSearch size={20} stroke={1.5} />
      </IconButton>
      <ButtonBase
        aria-haspopup="dialog"
        aria-keyshortcuts={onApple() ? 'Meta+K' : 'Control+K'}
        onClick={open}
        sx={{
          display: { xs: 'none', sm: 'flex' },
          gap: 2,
          height: 36,
          px: 3,
          minWidth: { md: 240 },
          justifyContent: 'flex-start',
          border: 1,
          borderColor: 'divider',
          borderRadius: radius('control'),
          bgcolor: 'background.default',
          color: 'text.secondary',
          fontFamily: 'inherit',
          fontSize: 13,
          '&:hover, &:focus-visible': { borderColor: 'text.secondary' },
        }}
      >
        <IconSearch size={16} stroke={1.5} aria-hidden />
        <Box component="span" sx={{ flex: 1, textAlign: 'left' }}>
          {t('palette.title')}
        </Box>
        <Box component="kbd" aria-hidden sx={{ fontFamily: 'inherit', fontSize: 12 }}>
          {onApple() ? '⌘ K' : 'Ctrl K'}
        </Box>
      </ButtonBase>
      {opened && (
        <Suspense>
          <PaletteDialog onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}
