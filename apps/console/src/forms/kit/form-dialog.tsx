import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { InlineError } from '../../ui/inline-error.tsx'

type Props = {
  readonly title: string
  /** A verb with its object. */
  readonly submitLabel: string
  readonly submitError: string
  readonly loading: boolean
  readonly dirty: boolean
  readonly onSubmit: () => Promise<void>
  readonly onClose: () => void
  readonly wide?: boolean
  readonly children: ReactNode
}

/** The dialog every form stands in: summary of refusals on top, and a question before input is lost. */
export function FormDialog(props: Props) {
  const { t } = useTranslation()
  const titleId = useId()
  const small = useMediaQuery('(max-width:600px)', { noSsr: true })
  const [leaving, setLeaving] = useState(false)
  const close = () => (props.dirty ? setLeaving(true) : props.onClose())
  return (
    <Dialog
      open
      onClose={close}
      fullWidth
      fullScreen={small}
      maxWidth={props.wide === true ? 'md' : 'sm'}
      aria-labelledby={titleId}
    >
      <DialogTitle id={titleId} component="h2" variant="h2">
        {props.title}
      </DialogTitle>
      <DialogContent dividers>
        <Box
          component="form"
          id={`${titleId}-form`}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            event.stopPropagation()
            void props.onSubmit()
          }}
          sx={{ display: 'flex', flexDirection: 'column', gap: 4, pt: 1 }}
        >
          {props.submitError !== '' && <InlineError text={props.submitError} />}
          {props.children}
        </Box>
      </DialogContent>
      <DialogActions sx={{ px: 6, py: 3 }}>
        <Button onClick={close} color="inherit">
          {t('action.cancel')}
        </Button>
        <Button type="submit" form={`${titleId}-form`} variant="contained" loading={props.loading}>
          {props.submitLabel}
        </Button>
      </DialogActions>
      {leaving && <LeaveQuestion onStay={() => setLeaving(false)} onLeave={props.onClose} />}
    </Dialog>
  )
}

function LeaveQuestion(props: { readonly onStay: () => void; readonly onLeave: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog open onClose={props.onStay} maxWidth="xs" aria-labelledby="leave-title">
      <DialogTitle id="leave-title" component="h2" variant="h2">
        {t('form.leaveTitle')}
      </DialogTitle>
      <DialogContent>{t('form.leave')}</DialogContent>
      <DialogActions>
        <Button autoFocus onClick={props.onStay}>
          {t('form.stay')}
        </Button>
        <Button color="error" onClick={props.onLeave}>
          {t('form.discard')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
