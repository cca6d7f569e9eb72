import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import type { SavedUser } from '@posthouse/contract/user'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { resume, signOut } from '../api/session.ts'
import { SessionSignIn } from '../forms/session-sign-in.tsx'
import { paths } from '../paths.ts'
import { useSession } from '../stores/session.ts'

/** Sign-in in place: the page stays as it was for the same user and goes for anybody else. */
export function SignInAgain({ user }: { readonly user: SavedUser }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const signedIn = () => {
    if (useSession.getState().user?.id === user.id) resume()
    // Another user must not meet what this one had open.
    else location.assign(paths.dashboard)
  }
  const leave = async () => {
    await signOut()
    await navigate(paths.home)
  }
  return (
    <Dialog open maxWidth="xs" fullWidth aria-labelledby="sign-in-again">
      <DialogTitle id="sign-in-again" component="h2" variant="h2">
        {t('login.againTitle')}
      </DialogTitle>
      <DialogContent>
        <Typography color="textSecondary" sx={{ mb: 6 }}>
          {t('login.again')}
        </Typography>
        <SessionSignIn username={user.username} onSignedIn={signedIn} />
        <Button color="inherit" fullWidth sx={{ mt: 2 }} onClick={() => void leave()}>
          {t('login.leave')}
        </Button>
      </DialogContent>
    </Dialog>
  )
}
