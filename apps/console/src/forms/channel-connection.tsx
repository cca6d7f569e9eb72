import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { channelTypeOf, channelTypes, sandboxType } from '@posthouse/contract/channel-type'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../api/refusal.ts'
import { useWrite } from '../api/use-call.ts'
import { InlineError } from '../ui/inline-error.tsx'
import type { SectionProps } from './channel-form.ts'
import { probeOf } from './channel-probe.ts'
import { FormSection } from './kit/form-section.tsx'
import { SecretInput } from './kit/secret-input.tsx'
import { SelectInput } from './kit/select-input.tsx'
import { TextInput } from './kit/text-input.tsx'

const choices = channelTypes.map((type) => ({ value: type.number, label: type.name }))

/** Who is behind the channel and how it is reached. */
export function ChannelConnection({ form, stored }: SectionProps) {
  const { t } = useTranslation()
  const { control } = form
  const type = useWatch({ control, name: 'type' })

  /** A new type fills what is empty, or what the type before it had filled. */
  const fill = (number: number) => {
    const next = channelTypeOf(number)
    const { base_url: address, models } = form.getValues()
    const filledBefore = channelTypes.some((known) => known.baseUrl === address)
    if (next === undefined) return
    if (address === '' || filledBefore)
      form.setValue('base_url', next.baseUrl, { shouldDirty: true })
    if (models.length === 0) form.setValue('models', [...next.models], { shouldDirty: true })
  }
  return (
    <FormSection title={t('channel.connection')}>
      <SelectInput
        control={control}
        name="type"
        label={t('channel.type')}
        choices={choices}
        onChoice={(value) => fill(Number(value))}
        required
      />
      <TextInput control={control} name="name" label={t('channel.name')} required />
      <TextInput
        control={control}
        name="base_url"
        label={t('channel.baseUrl')}
        help={t('channel.baseUrlHelp')}
        kind="url"
        code
        required
      />
      {type !== sandboxType && (
        <SecretInput
          control={control}
          name="key"
          label={t('channel.key')}
          help={t('channel.keyHelp')}
          stored={stored?.key_previews ?? []}
          rows={2}
          required={stored === null}
        />
      )}
      <TextInput
        control={control}
        name="proxy"
        label={t('channel.proxy')}
        help={t('channel.proxyHelp')}
        code
      />
      <TestConnection form={form} stored={stored} />
    </FormSection>
  )
}

/** Sends the values of the form, saved or not, to the real upstream. */
function TestConnection({ form, stored }: SectionProps) {
  const { t } = useTranslation()
  const probe = useWrite('probeChannel', { quiet: true })
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 3, alignItems: 'flex-start' }}>
      <TextInput
        control={form.control}
        name="test_model"
        label={t('channel.testModel')}
        help={t('channel.testModelHelp')}
      />
      <Button
        variant="outlined"
        loading={probe.isPending}
        onClick={() => probe.mutate({ body: probeOf(form, stored) })}
      >
        {t('channel.testConnection')}
      </Button>
      <Box aria-live="polite" sx={{ width: '100%' }}>
        {probe.error !== null && <InlineError text={messageOf(probe.error)} />}
        {probe.data !== undefined && (
          <Alert severity="success">
            {t('channel.testPassed', { ...probe.data, time: probe.data.time.toFixed(2) })}
          </Alert>
        )}
      </Box>
    </Box>
  )
}
