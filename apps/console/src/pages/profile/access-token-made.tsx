import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { useServerAddress } from '../../stores/site.ts'
import { CopyField } from '../../ui/copy-field.tsx'

type Props = { readonly token: string; readonly onClose: () => void }

/** The token in the only moment in which it can be read. It goes by the button alone, not by Escape. */
export function AccessTokenMade({ token, onClose }: Props) {
  const { t } = useTranslation()
  const server = useServerAddress()
  return (
    <Dialog open maxWidth="sm" fullWidth aria-labelledby="access-token-title">
      <DialogTitle id="access-token-title" component="h2" variant="h2">
        {t('profile.tokenMade')}
      </DialogTitle>
      <DialogContent>
        <Typography color="textSecondary" sx={{ mb: 3 }}>
          {t('profile.tokenOnce')}
        </Typography>
        <CopyField text={token} label={t('profile.accessToken')} />
        <Typography component="h3" variant="h3" sx={{ mt: 6, mb: 2 }}>
          {t('profile.example')}
        </Typography>
        <CopyField
          block
          text={`curl ${server}/api/user/self \\\n  -H "Authorization: Bearer ${token}"`}
          label={t('profile.example')}
        />
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {t('profile.tokenKept')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
