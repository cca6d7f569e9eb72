import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { SectionProps } from '../channel-form.ts'
import { pluginOptions, withPluginOption } from '../../lib/json/plugin-options.ts'

const limits = ['', 'max_tokens', 'max_completion_tokens'] as const
const efforts = ['', 'true', 'false'] as const
const inputUsages = ['', 'own_prompt', 'as_reported'] as const

/** What a channel knows of its server, kept among the plugin parameters. */
export function ChannelServer({ form }: Pick<SectionProps, 'form'>) {
  const { t } = useTranslation()
  const plugin: string = useWatch({ control: form.control, name: 'plugin' }) ?? ''
  const options = pluginOptions(plugin)
  const set = (name: string, value: unknown): void =>
    form.setValue('plugin', withPluginOption(plugin, name, value), {
      shouldDirty: true,
      shouldValidate: true,
    })
  const shared = {
    select: true,
    disabled: options === null,
    slotProps: { inputLabel: { shrink: true }, select: { displayEmpty: true } },
  } as const
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, gap: 4 }}>
      <TextField
        {...shared}
        label={t('channel.outputLimit')}
        helperText={t('channel.outputLimitHelp')}
        value={limits.find((name) => name === options?.['output_limit']) ?? ''}
        onChange={(event) => set('output_limit', event.target.value || undefined)}
      >
        {limits.map((name) => (
          <MenuItem key={name} value={name}>
            {name === '' ? t('channel.supplierDefault') : name}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        {...shared}
        label={t('channel.reasoningEffort')}
        helperText={t('channel.reasoningEffortHelp')}
        value={efforts.find((name) => name === String(options?.['reasoning_effort'])) ?? ''}
        onChange={({ target: { value } }) =>
          set('reasoning_effort', value === '' ? undefined : value === 'true')
        }
      >
        {efforts.map((name) => (
          <MenuItem key={name} value={name}>
            {t(name === '' ? 'channel.supplierDefault' : `channel.efforts.${name}`)}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        {...shared}
        label={t('channel.inputUsage')}
        helperText={t('channel.inputUsageHelp')}
        value={inputUsages.find((name) => name === options?.['input_usage']) ?? ''}
        onChange={(event) => set('input_usage', event.target.value || undefined)}
      >
        {inputUsages.map((name) => (
          <MenuItem key={name} value={name}>
            {t(`channel.inputUsages.${name === '' ? 'default' : name}`)}
          </MenuItem>
        ))}
      </TextField>
    </Box>
  )
}
