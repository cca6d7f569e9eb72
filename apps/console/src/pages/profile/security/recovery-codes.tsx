import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../../api/download.ts'
import { CopyField } from '../../../ui/copy-field.tsx'

type Props = { readonly codes: readonly string[]; readonly onClose: () => void }

/** The codes in the only moment in which they can be read. They go by the button alone, not by Escape. */
export function RecoveryCodes({ codes, onClose }: Props) {
  const { t } = useTranslation()
  const text = codes.join('\n')
  return (
    <Dialog open maxWidth="xs" fullWidth aria-labelledby="recovery-codes-title">
      <DialogTitle id="recovery-codes-title" component="h2" variant="h2">
        {t('security.recovery')}
      </DialogTitle>
      <DialogContent>
        <Typography color="textSecondary" sx={{ mb: 3 }}>
          {t('security.recoveryOnce')}
        </Typography>
        <CopyField block text={text} label={t('security.recovery')} />
      </DialogContent>
      <DialogActions>
        <Button onClick={() => saveFile(new Blob([`${text}\n`]), 'recovery-codes.txt')}>
          {t('security.download')}
        </Button>
        <Button variant="contained" onClick={onClose}>
          {t('security.kept')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
