import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../api/download.ts'
import { i18n } from '../../i18n/index.ts'
import type { Stage } from '../../noun/use-stage.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { notify } from '../../ui/notify.tsx'

type Props = { readonly name: string; readonly code: string; readonly onClose: () => void }

/** A code that was just created, to take away. */
function RedemptionCode({ name, code, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby="code-title">
      <DialogTitle id="code-title" component="h2" variant="h2">
        {t('redemption.createdTitle', { name })}
      </DialogTitle>
      <DialogContent>
        <Typography color="textSecondary" sx={{ mb: 3 }}>
          {t('redemption.createdHelp')}
        </Typography>
        <CopyField text={code} label={t('redemption.code')} />
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {t('redemption.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** Saves codes as a text file, one in a line. */
export function saveCodes(name: string, keys: readonly string[]): void {
  const file = name.replaceAll(/[^\p{L}\p{N}.-]+/gu, '_').replace(/^\.+/, '')
  saveFile(new Blob([`${keys.join('\n')}\n`], { type: 'text/plain' }), `${file || 'codes'}.txt`)
  notify('success', i18n.t('redemption.downloaded', { count: keys.length }))
}

/** One code is shown, several are downloaded. */
export const showingCodes =
  (stage: Stage) =>
  (name: string, keys: readonly string[]): void => {
    const [code = ''] = keys
    if (keys.length > 1) return saveCodes(name, keys)
    stage.open((close) => <RedemptionCode name={name} code={code} onClose={close} />)
  }
