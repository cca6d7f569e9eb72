import Button from '@mui/material/Button'
import { Suspense, useState } from 'react'
import { withTexts } from '../../i18n/index.ts'
import { part } from '../../ui/part.ts'

const CleanUpDialog = part(
  withTexts(['cleanup'], async () => ({
    default: (await import('./clean-up-dialog.tsx')).CleanUpDialog,
  })),
)

type Props = { readonly label: string }

/** Opens the clean-up of the log. */
export function LogCleanUp({ label }: Props) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="outlined" size="small" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <CleanUpDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
