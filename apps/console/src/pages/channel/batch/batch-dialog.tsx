import Dialog from '@mui/material/Dialog'
import DialogTitle from '@mui/material/DialogTitle'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AzureVersion } from './azure-version.tsx'
import { DeleteModel } from './delete-model.tsx'

const tabs = ['azure', 'model'] as const

/** One change to many channels that have an API version or a model in common. */
export function BatchDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const id = useId()
  const small = useMediaQuery('(max-width:600px)', { noSsr: true })
  const [tab, setTab] = useState<(typeof tabs)[number]>('azure')
  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      fullScreen={small}
      maxWidth="sm"
      aria-labelledby={`${id}-title`}
    >
      <DialogTitle id={`${id}-title`} component="h2" variant="h2">
        {t('batch.title')}
      </DialogTitle>
      <Tabs
        value={tab}
        onChange={(_, to: (typeof tabs)[number]) => setTab(to)}
        aria-label={t('batch.title')}
        sx={{ px: 4, borderBottom: 1, borderColor: 'divider', flexShrink: 0 }}
      >
        {tabs.map((name) => (
          <Tab
            key={name}
            value={name}
            id={`${id}-${name}`}
            aria-controls={`${id}-panel`}
            label={t(`batch.${name}`)}
          />
        ))}
      </Tabs>
      {tab === 'azure' ? (
        <AzureVersion panel={`${id}-panel`} tab={`${id}-azure`} onClose={onClose} />
      ) : (
        <DeleteModel panel={`${id}-panel`} tab={`${id}-model`} onClose={onClose} />
      )}
    </Dialog>
  )
}
