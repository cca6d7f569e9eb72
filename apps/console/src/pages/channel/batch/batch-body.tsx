import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../api/refusal.ts'
import { InlineError } from '../../../ui/inline-error.tsx'

export type TabProps = {
  /** Ids of the panel and of its tab. */
  readonly panel: string
  readonly tab: string
  readonly onClose: () => void
}

type Props = TabProps & {
  readonly failure: Error | null
  readonly loading: boolean
  readonly action: string
  readonly danger?: boolean
  /** Nothing can be sent yet. */
  readonly disabled: boolean
  readonly onAct: () => void
  readonly children: ReactNode
}

/** A tab of the dialog with its one action. */
export function BatchBody(props: Props) {
  const { t } = useTranslation()
  return (
    <>
      <DialogContent
        role="tabpanel"
        id={props.panel}
        aria-labelledby={props.tab}
        sx={{ display: 'flex', flexDirection: 'column', gap: 4, minHeight: 280 }}
      >
        {props.failure !== null && <InlineError text={messageOf(props.failure)} />}
        {props.children}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={props.onClose}>
          {t('action.close')}
        </Button>
        <Button
          variant="contained"
          color={props.danger === true ? 'error' : 'primary'}
          disabled={props.disabled}
          loading={props.loading}
          onClick={props.onAct}
        >
          {props.action}
        </Button>
      </DialogActions>
    </>
  )
}
