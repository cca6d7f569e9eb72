import { alpha, styled } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { MaterialDesignContent, SnackbarProvider, useSnackbar } from 'notistack'
import { useEffect } from 'react'
import { noticeDurationOtherwise, noticesAtOnce, noticesTo } from './notify.tsx'
import { tokensOf } from './theme/tokens.ts'

const tones = ['error', 'warning', 'success', 'info'] as const

/** A floating surface in ink; only the sign and the edge have the colour of the kind. */
const Notice = styled(MaterialDesignContent)(({ theme }) => ({
  '&.notistack-MuiContent': {
    flexWrap: 'nowrap',
    alignItems: 'flex-start',
    padding: '6px 8px 6px 16px',
    color: theme.palette.text.primary,
    backgroundColor: tokensOf[theme.palette.mode].floating,
    border: `1px solid ${theme.palette.divider}`,
    borderRadius: 8,
    boxShadow: tokensOf[theme.palette.mode].floatShadow,
    ...theme.typography.body1,
    '& > :first-of-type': { alignItems: 'flex-start', padding: '7px 0' },
    '& > :last-of-type': { paddingLeft: 12, marginRight: 0 },
    '& > :first-of-type > svg': { flexShrink: 0 },
  },
  ...Object.fromEntries(
    tones.map((tone) => [
      `&.notistack-MuiContent-${tone}`,
      {
        borderColor: alpha(theme.palette[tone].main, 0.4),
        '& > :first-of-type > svg': { color: theme.palette[tone].main },
      },
    ]),
  ),
}))

const looks = {
  default: Notice,
  error: Notice,
  warning: Notice,
  success: Notice,
  info: Notice,
} as const

/** Beside the page: an open dialog hides the page from who listens, but never a slot. */
const place = document.body.appendChild(document.createElement('slot'))

/** Where notices appear: top right, and bottom centre up to a width of 600. */
export function NoticeHost() {
  const mobile = useMediaQuery('(max-width:600px)', { noSsr: true })
  return (
    <SnackbarProvider
      maxSnack={noticesAtOnce}
      preventDuplicate
      domRoot={place}
      autoHideDuration={noticeDurationOtherwise}
      Components={looks}
      anchorOrigin={
        mobile
          ? { vertical: 'bottom', horizontal: 'center' }
          : { vertical: 'top', horizontal: 'right' }
      }
    >
      <Announcer />
    </SnackbarProvider>
  )
}

function Announcer() {
  const context = useSnackbar()
  useEffect(() => noticesTo(context), [context])
  return null
}
