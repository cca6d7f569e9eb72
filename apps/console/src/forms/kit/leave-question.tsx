import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useTranslation } from 'react-i18next'

type Props = { readonly onStay: () => void; readonly onLeave: () => void }

/** Asked before input is lost; staying has the focus. */
export function LeaveQuestion({ onStay, onLeave }: Props) {
  const { t } = useTranslation()
  return (
    <Dialog open onClose={onStay} maxWidth="xs" aria-labelledby="leave-title">
      <DialogTitle id="leave-title" component="h2" variant="h2">
        {t('form.leaveTitle')}
      </DialogTitle>
      <DialogContent>{t('form.leave')}</DialogContent>
      <DialogActions>
        <Button autoFocus onClick={onStay}>
          {t('form.stay')}
        </Button>
        <Button color="error" onClick={onLeave}>
          {t('form.discard')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
