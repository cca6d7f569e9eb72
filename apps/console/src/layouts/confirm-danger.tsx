import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../api/refusal.ts'
import { type Danger, useConfirm } from '../stores/confirm.ts'
import { InlineError } from '../ui/inline-error.tsx'

/** The dialog before anything irreversible: names the object, counts what goes with it, cancel first. */
export function ConfirmDanger() {
  const danger = useConfirm((confirm) => confirm.danger)
  return danger === null ? null : <Question danger={danger} />
}

function Question({ danger }: { readonly danger: Danger }) {
  const { t } = useTranslation()
  const close = useConfirm((confirm) => confirm.close)
  const [running, setRunning] = useState(false)
  const [failure, setFailure] = useState('')
  const [typed, setTyped] = useState('')
  const ready = danger.word === undefined || typed.trim() === danger.word
  const run = async () => {
    setRunning(true)
    try {
      await danger.run()
      close()
    } catch (error) {
      setFailure(messageOf(error))
    } finally {
      setRunning(false)
    }
  }
  return (
    <Dialog open onClose={close} maxWidth="xs" fullWidth aria-labelledby="danger-title">
      <DialogTitle id="danger-title" component="h2" variant="h2" sx={{ overflowWrap: 'anywhere' }}>
        {danger.title}
      </DialogTitle>
      <DialogContent>
        <Names danger={danger} />
        {danger.consequences.map((sentence) => (
          <Typography key={sentence} color="textSecondary" sx={{ mb: 1 }}>
            {sentence}
          </Typography>
        ))}
        {danger.word !== undefined && (
          <TextField
            label={t('confirm.typeWord', { word: danger.word })}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            autoComplete="off"
            sx={{ mt: 3 }}
          />
        )}
        {failure !== '' && <InlineError text={failure} />}
      </DialogContent>
      <DialogActions>
        <Button autoFocus onClick={close} color="inherit">
          {t('action.cancel')}
        </Button>
        <Button
          color="error"
          variant="contained"
          disabled={!ready}
          loading={running}
          onClick={() => void run()}
        >
          {danger.action}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** Which ones, when they are many. */
function Names({ danger }: { readonly danger: Danger }) {
  const { t } = useTranslation()
  const { names = [], more = 0 } = danger
  if (names.length === 0) return null
  return (
    <Box component="ul" sx={{ m: 0, mb: 3, pl: 5, fontSize: 14, overflowWrap: 'anywhere' }}>
      {names.map((name, index) => (
        <li key={`${index} ${name}`}>{name}</li>
      ))}
      {more > 0 && (
        <Box component="li" sx={{ color: 'text.secondary' }}>
          {t('confirm.andMore', { count: more })}
        </Box>
      )}
    </Box>
  )
}
