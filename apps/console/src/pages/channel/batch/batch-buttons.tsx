import Button from '@mui/material/Button'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { part } from '../../../ui/part.ts'

const BatchDialog = part(async () => ({
  default: (await import('./batch-dialog.tsx')).BatchDialog,
}))

const DeleteDisabled = part(async () => ({
  default: (await import('./delete-disabled.tsx')).DeleteDisabled,
}))

export function BatchButton() {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="outlined" onClick={() => setOpen(true)}>
        {t('batch.title')}
      </Button>
      {open && (
        <Suspense>
          <BatchDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

export function DeleteDisabledButton() {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="outlined" color="error" onClick={() => setOpen(true)}>
        {t('deleteDisabled.open')}
      </Button>
      {open && (
        <Suspense>
          <DeleteDisabled onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
