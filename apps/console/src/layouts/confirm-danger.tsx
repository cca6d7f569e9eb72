import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../api/refusal.ts'
import { useConfirm } from '../stores/confirm.ts'
import { InlineError } from '../ui/inline-error.tsx'

/** The dialog before anything irreversible: names the object, counts what goes with it, cancel first. */
export function ConfirmDanger() {
  const { t } = useTranslation()
  const danger = useConfirm((confirm) => confirm.danger)
  const close = useConfirm((confirm) => confirm.close)
  const [running, setRunning] = useState(false)
  const [failure, setFailure] = useState('')
  if (danger === null) return null

  const leave = () => {
    setFailure('')
    close()
  }
  const run = async () => {
    setRunning(true)
    try {
      await danger.run()
      leave()
    } catch (error) {
      setFailure(messageOf(error))
    } finally {
      setRunning(false)
    }
  }
  return (
    <Dialog open onClose={leave} maxWidth="xs" fullWidth aria-labelledby="danger-title">
      <DialogTitle id="danger-title" component="h2" variant="h2">
        {danger.title}
      </DialogTitle>
      <DialogContent>
        {danger.consequences.map((sentence) => (
          <Typography key={sentence} color="textSecondary" sx={{ mb: 1 }}>
            {sentence}
          </Typography>
        ))}
        {failure !== '' && <InlineError text={failure} />}
      </DialogContent>
      <DialogActions>
        <Button autoFocus onClick={leave} color="inherit">
          {t('action.cancel')}
        </Button>
        <Button color="error" variant="contained" loading={running} onClick={() => void run()}>
          {danger.action}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
