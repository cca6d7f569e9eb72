import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LeaveQuestion } from './leave-question.tsx'
import { SeenError } from './seen-error.tsx'
import { type SectionMark, SectionRail } from './section-rail.tsx'
import { useDirtyGuard } from './use-dirty-guard.ts'

type Props = {
  readonly title: string
  /** A verb with its object. */
  readonly submitLabel: string
  readonly submitError: string
  readonly loading: boolean
  readonly dirty: boolean
  readonly onSubmit: () => Promise<void>
  readonly onClose: () => void
  /** Parts of a long form; a dialog with parts is wide. */
  readonly sections?: readonly SectionMark[]
  /** Tries the values before they are saved; stands across from "Save". */
  readonly test?: ReactNode
  readonly children: ReactNode
}

/** The dialog every form stands in: summary of refusals on top, and a question before input is lost. */
export function FormDialog(props: Props) {
  const { t } = useTranslation()
  const titleId = useId()
  const small = useMediaQuery('(max-width:600px)', { noSsr: true })
  const [closing, setClosing] = useState(false)
  const guard = useDirtyGuard(props.dirty && !props.loading)
  const close = () => (props.dirty ? setClosing(true) : props.onClose())
  return (
    <Dialog
      open
      onClose={close}
      fullWidth
      fullScreen={small}
      maxWidth={props.sections === undefined ? 'sm' : 'md'}
      aria-labelledby={titleId}
    >
      <DialogTitle id={titleId} component="h2" variant="h2">
        {props.title}
      </DialogTitle>
      <DialogContent
        dividers
        sx={{
          display: 'flex',
          flexDirection: { xs: 'column', md: 'row' },
          gap: { xs: 4, md: 6 },
          pt: props.sections === undefined ? 4 : { xs: 0, md: 4 },
        }}
      >
        {props.sections !== undefined && <SectionRail sections={props.sections} />}
        <FormBody {...props} formId={`${titleId}-form`} />
      </DialogContent>
      <DialogActions sx={{ flexWrap: { xs: 'wrap', sm: 'nowrap' }, rowGap: 2 }}>
        {props.test !== undefined && (
          <Box
            sx={{ mr: 'auto', width: { xs: '100%', sm: 'auto' }, '& > button': { minWidth: 1 } }}
          >
            {props.test}
          </Box>
        )}
        <Button onClick={close} color="inherit">
          {t('action.cancel')}
        </Button>
        <Button type="submit" form={`${titleId}-form`} variant="contained" loading={props.loading}>
          {props.submitLabel}
        </Button>
      </DialogActions>
      {closing && <LeaveQuestion onStay={() => setClosing(false)} onLeave={props.onClose} />}
      {guard.leaving && <LeaveQuestion onStay={guard.stay} onLeave={guard.leave} />}
    </Dialog>
  )
}

function FormBody(props: Props & { readonly formId: string }) {
  return (
    <Box
      component="form"
      id={props.formId}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        void props.onSubmit()
      }}
      sx={{ display: 'flex', flexDirection: 'column', gap: 4, pt: 1, flex: 1, minWidth: 0 }}
    >
      {props.submitError !== '' && <SeenError text={props.submitError} />}
      {props.children}
    </Box>
  )
}
