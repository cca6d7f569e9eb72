import { gatewayIcons } from '@posthouse/contract/payment-gateway'
import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { type FieldValues, useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { FieldProps } from '../../../forms/kit/field.ts'
import { TextInput } from '../../../forms/kit/text-input.tsx'
import { GatewayIcon } from '../../../ui/gateway-icon.tsx'
import { pictureExample } from './gateway-words.ts'

/** One of the console's own icons, or the address of a picture. */
export function GatewayIconInput<Values extends FieldValues, Checked>(
  props: FieldProps<Values, Checked>,
) {
  const { t } = useTranslation()
  const { field } = useController({ control: props.control, name: props.name })
  const drawn = gatewayIcons.find((icon) => icon === field.value)
  const [isOwn, setOwn] = useState(drawn === undefined)
  return (
    <>
      <TextField
        select
        label={props.label}
        value={isOwn || drawn === undefined ? 'own' : drawn}
        onChange={({ target }) => {
          setOwn(target.value === 'own')
          field.onChange(target.value === 'own' ? '' : target.value)
        }}
      >
        {[...gatewayIcons, 'own' as const].map((icon) => (
          <MenuItem key={icon} value={icon}>
            <Box component="span" sx={{ display: 'flex', gap: 2, alignItems: 'center' }}>
              {icon !== 'own' && <GatewayIcon icon={icon} size={20} />}
              {t(`payment.gateway.icons.${icon}`)}
            </Box>
          </MenuItem>
        ))}
      </TextField>
      {(isOwn || drawn === undefined) && (
        <TextInput
          {...props}
          kind="url"
          label={t('payment.gateway.iconAddress')}
          placeholder={pictureExample}
        />
      )}
    </>
  )
}
