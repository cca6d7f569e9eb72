import { IconLayoutGrid, IconTable } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useTablePreference } from '../../stores/table-preferences.ts'
import { IconAction } from '../../ui/icon-action.tsx'

type Props = {
  readonly table: string
  /** Where there is room for both. */
  readonly offered: boolean
}

/** From table to cards and back, remembered for this table. */
export function LayoutSwitch({ table, offered }: Props) {
  const { t } = useTranslation()
  const [{ layout }, prefer] = useTablePreference(table)
  const isTable = layout === 'table'
  if (!offered) return null
  return (
    <IconAction
      label={t(isTable ? 'table.asCards' : 'table.asTable')}
      onClick={() => prefer({ layout: isTable ? 'cards' : 'table' })}
    >
      {isTable ? <IconLayoutGrid size={18} stroke={1.5} /> : <IconTable size={18} stroke={1.5} />}
    </IconAction>
  )
}
