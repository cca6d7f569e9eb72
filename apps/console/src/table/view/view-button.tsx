import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ViewChoice } from './view-panel.tsx'
import { IconAction } from '../../ui/icon-action.tsx'
import { part } from '../../ui/part.ts'

const ViewPanel = part(async () => ({ default: (await import('./view-panel.tsx')).ViewPanel }))

/** Opens what this browser remembers of the table. */
export function ViewButton(choice: ViewChoice) {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <IconAction
        label={t('table.view')}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <IconAdjustmentsHorizontal size={18} stroke={1.5} />
      </IconAction>
      <Suspense>
        {anchor !== null && (
          <ViewPanel {...choice} anchor={anchor} onClose={() => setAnchor(null)} />
        )}
      </Suspense>
    </>
  )
}
