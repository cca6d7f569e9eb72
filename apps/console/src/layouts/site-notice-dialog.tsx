import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useTranslation } from 'react-i18next'
import { RichText } from '../ui/rich-text.tsx'

type Props = { readonly text: string; readonly onClose: () => void }

export function SiteNoticeDialog({ text, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby="site-notice">
      <DialogTitle id="site-notice" component="h2" variant="h2">
        {t('shell.noticeTitle')}
      </DialogTitle>
      <DialogContent dividers tabIndex={0} aria-labelledby="site-notice" role="region">
        <RichText text={text} />
      </DialogContent>
      <DialogActions>
        <Button variant="contained" autoFocus onClick={onClose}>
          {t('shell.noticeRead')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
