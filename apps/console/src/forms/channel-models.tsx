import { channelCalls } from '@posthouse/contract/calls/channels'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { mappingRows } from '@posthouse/contract/channel-rows'
import { type ChannelType, channelTypeOf } from '@posthouse/contract/channel-type'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { codeOf, fieldsOf, messageOf } from '../api/refusal.ts'
import { useWrite } from '../api/use-call.ts'
import type { SectionProps } from './channel-form.ts'
import { probeOf } from './channel-probe.ts'
import { sectionId } from './channel-sections.ts'
import { Folded } from './kit/folded.tsx'
import { FormSection } from './kit/form-section.tsx'
import { ModelPicker } from './kit/model-picker.tsx'
import { ModelsInput } from './kit/models-input.tsx'
import { putFaults } from './kit/put-faults.ts'
import { RowsInput } from './kit/rows-input.tsx'
import { SeenError } from './kit/seen-error.tsx'
import { usePasswordAgain } from './use-password-again.tsx'

/** What the channel serves, and under which names. */
export function ChannelModels({ form, stored }: SectionProps) {
  const { t } = useTranslation()
  const { control } = form
  const type = channelTypeOf(useWatch({ control, name: 'type' }))
  const models = useWatch({ control, name: 'models' })
  const { upstream, question, ask, picking, setPicking } = useUpstreamModels(form, stored)
  const put = (chosen: readonly string[]) =>
    form.setValue('models', [...new Set(chosen)], { shouldDirty: true, shouldValidate: true })
  const pick = (picked: readonly string[]) => {
    put(picked)
    setPicking(false)
  }
  return (
    <FormSection
      id={sectionId('models')}
      title={t('channel.models')}
      help={t('channel.modelsHelp')}
    >
      <ModelsInput
        control={control}
        name="models"
        label={t('channel.models')}
        options={[...new Set([...(type?.models ?? []), ...(upstream.data ?? [])])]}
        required
        below={<ListingResult upstream={upstream} />}
        actions={
          <ModelSources
            type={type}
            asking={upstream.isPending}
            onFill={(known) => put([...models, ...known])}
            onAsk={() => void ask()}
          />
        }
      />
      {question}
      <ModelMapping form={form} />
      {picking && upstream.data !== undefined && (
        <ModelPicker
          offered={upstream.data}
          chosen={models.length === 0 ? suggestedFrom(upstream.data, type) : models}
          before={models}
          onClose={() => setPicking(false)}
          onPick={pick}
        />
      )}
    </FormSection>
  )
}

/** The supplier's own list: what it answers is picked from, unless it is empty. */
function useUpstreamModels(form: SectionProps['form'], stored: SectionProps['stored']) {
  const upstream = useWrite(channelCalls, 'listUpstreamModels', { quiet: true })
  const password = usePasswordAgain()
  const [picking, setPicking] = useState(false)
  const ask = async () => {
    const list = async () => {
      const listed = await upstream.mutateAsync({ body: probeOf(form, stored) })
      setPicking(listed.length > 0)
    }
    try {
      if (!(await password.guard(list))) upstream.reset()
    } catch (error) {
      if (codeOf(error) !== 'channel.models-not-listed') {
        if (putFaults(form, error)) upstream.reset()
        return
      }
      // Told at the button. The field that it is probably about is marked too, but the page stays here.
      for (const [field, message] of Object.entries(fieldsOf(error))) {
        form.setError(field as 'key', { message })
      }
    }
  }
  return { upstream, question: password.dialog, ask, picking, setPicking }
}

type SourcesProps = {
  readonly type: ChannelType | undefined
  readonly asking: boolean
  readonly onFill: (models: readonly string[]) => void
  readonly onAsk: () => void
}

/** Where models can be had without typing: the type's own list, and the supplier's. */
function ModelSources({ type, asking, onFill, onAsk }: SourcesProps) {
  const { t } = useTranslation()
  if (type === undefined) return null
  return (
    <>
      {type.models.length > 0 && (
        <Button size="small" variant="outlined" onClick={() => onFill(type.models)}>
          {t('channel.fillModels')}
        </Button>
      )}
      {type.listsModels && (
        <Button size="small" variant="outlined" loading={asking} onClick={onAsk}>
          {t('channel.fetchModels')}
        </Button>
      )}
    </>
  )
}

/** Why the supplier listed nothing, at the button that asked. */
function ListingResult({ upstream }: Pick<ReturnType<typeof useUpstreamModels>, 'upstream'>) {
  const { t } = useTranslation()
  if (upstream.error !== null) return <SeenError text={messageOf(upstream.error)} />
  if (upstream.data?.length !== 0) return null
  return <Alert severity="info">{t('channel.noneListed')}</Alert>
}

/** Selects all of a short list. Of a long one, selects only the models that are known for the channel type. */
function suggestedFrom(listed: readonly string[], type: ChannelType | undefined) {
  const known = listed.filter((model) => type?.models.includes(model))
  return listed.length <= shortList || known.length === 0 ? listed : known
}

const shortList = 30

function ModelMapping({ form }: Pick<SectionProps, 'form'>) {
  const { t } = useTranslation()
  return (
    <Folded
      title={t('channel.mapping')}
      startsOpen={(form.getValues('model_mapping') ?? '') !== ''}
      faulty={'model_mapping' in form.formState.errors}
    >
      <RowsInput
        control={form.control}
        name="model_mapping"
        label={t('channel.mapping')}
        help={t('channel.mappingHelp')}
        fromLabel={t('channel.requested')}
        toLabel={t('channel.forwarded')}
        rules={mappingRows}
      />
    </Folded>
  )
}
