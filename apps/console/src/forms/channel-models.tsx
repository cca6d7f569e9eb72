import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { channelTypeOf } from '@posthouse/contract/channel-type'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../api/refusal.ts'
import { useWrite } from '../api/use-call.ts'
import { InlineError } from '../ui/inline-error.tsx'
import type { SectionProps } from './channel-form.ts'
import { ModelPick } from './channel-model-pick.tsx'
import { probeOf } from './channel-probe.ts'
import { ChipsInput } from './kit/chips-input.tsx'
import { FormSection } from './kit/form-section.tsx'
import { RowsInput } from './kit/rows-input.tsx'

/** What the channel serves, and under which names. */
export function ChannelModels({ form, stored }: SectionProps) {
  const { t } = useTranslation()
  const { control } = form
  const type = channelTypeOf(useWatch({ control, name: 'type' }))
  const models = useWatch({ control, name: 'models' })
  const upstream = useWrite('listUpstreamModels', { quiet: true })
  const [picking, setPicking] = useState(false)
  const put = (chosen: readonly string[]) =>
    form.setValue('models', [...new Set(chosen)], { shouldDirty: true, shouldValidate: true })
  const pick = (picked: readonly string[]) => {
    put(picked)
    setPicking(false)
  }
  const ask = async () => {
    await upstream.mutateAsync({ body: probeOf(form, stored) }).then(
      () => setPicking(true),
      () => null,
    )
  }
  return (
    <FormSection title={t('channel.models')} help={t('channel.modelsHelp')}>
      <ChipsInput
        control={control}
        name="models"
        label={t('channel.models')}
        options={type?.models ?? []}
        required
      />
      <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap' }}>
        {type !== undefined && type.models.length > 0 && (
          <Button size="small" variant="outlined" onClick={() => put([...models, ...type.models])}>
            {t('channel.fillModels')}
          </Button>
        )}
        {type?.listsModels === true && (
          <Button
            size="small"
            variant="outlined"
            loading={upstream.isPending}
            onClick={() => void ask()}
          >
            {t('channel.fetchModels')}
          </Button>
        )}
      </Box>
      {upstream.error !== null && <InlineError text={messageOf(upstream.error)} />}
      <ModelMapping form={form} />
      {picking && upstream.data !== undefined && (
        <ModelPick
          offered={upstream.data}
          chosen={models}
          onClose={() => setPicking(false)}
          onPick={pick}
        />
      )}
    </FormSection>
  )
}

function ModelMapping({ form }: Pick<SectionProps, 'form'>) {
  const { t } = useTranslation()
  return (
    <RowsInput
      control={form.control}
      name="model_mapping"
      label={t('channel.mapping')}
      help={t('channel.mappingHelp')}
      fromLabel={t('channel.requested')}
      toLabel={t('channel.forwarded')}
    />
  )
}
