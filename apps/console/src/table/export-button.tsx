import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconAction } from '../ui/icon-action.tsx'

/** Saves what the filter finds as a file. A failure is told by who saves. */
export function ExportButton({ download }: { readonly download: () => Promise<void> }) {
  const { t } = useTranslation()
  const [saving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    await download().catch(() => null)
    setSaving(false)
  }
  return (
    <IconAction label={t('table.export')} loading={saving} onClick={() => void save()}>
      <IconDownload size={18} stroke={1.5} />
    </IconAction>
  )
}
