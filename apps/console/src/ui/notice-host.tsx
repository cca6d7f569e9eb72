import useMediaQuery from '@mui/material/useMediaQuery'
import { SnackbarProvider, useSnackbar } from 'notistack'
import { useEffect } from 'react'
import { noticeDurationOtherwise, noticesAtOnce, noticesTo } from './notify.tsx'

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
