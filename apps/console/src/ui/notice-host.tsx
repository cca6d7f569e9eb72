import { useMediaQuery } from '@mui/material'
import { SnackbarProvider } from 'notistack'
import { noticeDurationOtherwise, noticesAtOnce } from './notify.tsx'

/** Where notices appear: top right, and bottom centre up to a width of 600. */
export function NoticeHost() {
  const mobile = useMediaQuery('(max-width:600px)', { noSsr: true })
  return (
    <SnackbarProvider
      maxSnack={noticesAtOnce}
      preventDuplicate
      autoHideDuration={noticeDurationOtherwise}
      anchorOrigin={
        mobile
          ? { vertical: 'bottom', horizontal: 'center' }
          : { vertical: 'top', horizontal: 'right' }
      }
    />
  )
}
