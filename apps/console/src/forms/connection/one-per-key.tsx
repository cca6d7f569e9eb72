import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import Switch from '@mui/material/Switch'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

type Props = {
  readonly on: boolean
  readonly onTurn: (on: boolean) => void
  /** The input for further base URLs. */
  readonly children: ReactNode
}

/** Whether a new channel shares its keys, or each key gets a channel. */
export function OnePerKey({ on, onTurn, children }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <FormControl>
        <FormControlLabel
          label={t('channelTag.onePerKey')}
          control={<Switch checked={on} onChange={(_, checked) => onTurn(checked)} />}
        />
        <FormHelperText sx={{ mt: 0, ml: '47px' }}>{t('channelTag.onePerKeyHelp')}</FormHelperText>
      </FormControl>
      {on && children}
    </>
  )
}
