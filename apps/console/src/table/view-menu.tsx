import Checkbox from '@mui/material/Checkbox'
import IconButton from '@mui/material/IconButton'
import ListSubheader from '@mui/material/ListSubheader'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Radio from '@mui/material/Radio'
import Tooltip from '@mui/material/Tooltip'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { densities, useTablePreference } from '../stores/table-preferences.ts'

type Props = {
  readonly table: string
  readonly optional: readonly { readonly id: string; readonly header: string }[]
}

/** Density and columns, remembered for this table. */
export function ViewMenu({ table, optional }: Props) {
  const { t } = useTranslation()
  const [preference, prefer] = useTablePreference(table)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const turn = (id: string) =>
    prefer({
      hidden: preference.hidden.includes(id)
        ? preference.hidden.filter((hidden) => hidden !== id)
        : [...preference.hidden, id],
    })
  return (
    <>
      <Tooltip title={t('table.view')}>
        <IconButton
          aria-label={t('table.view')}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <IconAdjustmentsHorizontal size={18} stroke={1.5} />
        </IconButton>
      </Tooltip>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        <ListSubheader role="presentation">{t('table.density')}</ListSubheader>
        {densities.map((density) => (
          <MenuItem
            key={density}
            dense
            role="menuitemradio"
            aria-checked={preference.density === density}
            onClick={() => prefer({ density })}
          >
            <Radio size="small" checked={preference.density === density} tabIndex={-1} inert />
            {t(`table.densities.${density}`)}
          </MenuItem>
        ))}
        {optional.length > 0 && (
          <ListSubheader role="presentation">{t('table.columns')}</ListSubheader>
        )}
        {optional.map((column) => (
          <MenuItem
            key={column.id}
            dense
            role="menuitemcheckbox"
            aria-checked={!preference.hidden.includes(column.id)}
            onClick={() => turn(column.id)}
          >
            <Checkbox
              size="small"
              checked={!preference.hidden.includes(column.id)}
              tabIndex={-1}
              inert
            />
            {column.header}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
