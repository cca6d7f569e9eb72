import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useServerAddress } from '../../../stores/site.ts'
import { CopyField } from '../../../ui/copy-field.tsx'
import { callTexts } from './call-texts.ts'
import type { StudioFile, WorkCall } from './studio.ts'

type Props = {
  readonly call: WorkCall
  readonly files: readonly Pick<StudioFile, 'field' | 'name'>[]
  readonly onClose: () => void
}

/** The same call as code, with a key to be filled in. */
export function CallDialog({ call, files, onClose }: Props) {
  const { t } = useTranslation()
  const server = useServerAddress()
  const [chosen, setChosen] = useState('curl')
  const texts = callTexts({ server, call, files })
  const text = texts.find(({ id }) => id === chosen) ?? texts[0]
  return (
    <Dialog open onClose={onClose} maxWidth="md" fullWidth aria-labelledby="call-title">
      <DialogTitle id="call-title">{t('studio.codeTitle')}</DialogTitle>
      <DialogContent>
        <Tabs
          value={text?.id}
          onChange={(_, value: string) => setChosen(value)}
          aria-label={t('studio.codeTitle')}
          sx={{ mb: 3 }}
        >
          {texts.map(({ id, name }) => (
            <Tab key={id} value={id} label={name} id={`tab-call-${id}`} aria-controls="call-text" />
          ))}
        </Tabs>
        <Box role="tabpanel" id="call-text" aria-labelledby={`tab-call-${chosen}`}>
          <CopyField block text={text?.text ?? ''} label={text?.name ?? ''} />
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('action.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
