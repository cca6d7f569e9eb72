import { channelCalls } from '@posthouse/contract/calls/channels'
import Box from '@mui/material/Box'
import type { ChannelInput } from '@posthouse/contract/channel-input'
import { costRows, headerRows } from '@posthouse/contract/channel-rows'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/use-call.ts'
import type { SectionProps } from '../channel-form.ts'
import { ChannelServer } from './channel-server.tsx'
import { ChipsInput } from '../kit/chips-input.tsx'
import { sectionId } from '../channel-sections.ts'
import { CodeInput } from '../kit/code-input.tsx'
import { Folded } from '../kit/folded.tsx'
import { FormSection } from '../kit/form-section.tsx'
import { NumberInput } from '../kit/number-input.tsx'
import { RowsInput } from '../kit/rows-input.tsx'
import { SelectInput } from '../kit/select-input.tsx'
import { SwitchInput } from '../kit/switch-input.tsx'
import { TextInput } from '../kit/text-input.tsx'

/** Who is sent here, and in which order. */
export function ChannelRouting({ form }: Pick<SectionProps, 'form'>) {
  const { t } = useTranslation()
  const { control } = form
  const groups = useRead(channelCalls, 'listGroups', {})
  return (
    <FormSection
      id={sectionId('routing')}
      title={t('channel.routing')}
      help={t('channel.routingHelp')}
    >
      <ChipsInput
        control={control}
        name="group"
        label={t('channel.groups')}
        options={groups.data ?? []}
        required
      />
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr 1fr' }, gap: 4 }}>
        <NumberInput control={control} name="priority" label={t('channel.priority')} />
        <NumberInput control={control} name="weight" label={t('channel.weight')} />
        <TextInput control={control} name="tag" label={t('channel.tag')} />
        <NumberInput
          control={control}
          name="cost_percent"
          label={t('channel.cost')}
          help={t('channel.costHelp')}
        />
      </Box>
      <RowsInput
        control={control}
        name="cost_prices"
        label={t('channel.costPrices')}
        help={t('channel.costPricesHelp')}
        fromLabel={t('channel.costModel')}
        toLabel={t('channel.costPrice')}
        rules={costRows}
      />
      <ChannelAdvanced form={form} />
    </FormSection>
  )
}

const preCosts = [1, 2, 3] as const

const advanced = [
  'pre_cost',
  'only_chat',
  'model_headers',
  'custom_parameter',
  'plugin',
] as const satisfies readonly (keyof ChannelInput)[]

/** What few channels need. The editor of code is loaded when this is opened. */
function ChannelAdvanced({ form }: Pick<SectionProps, 'form'>) {
  const { t } = useTranslation()
  const { control, formState } = form
  const values = form.getValues()
  const isSet = advanced.some((field) => ![undefined, '', false, 1].includes(values[field]))
  return (
    <Folded
      title={t('channel.advanced')}
      startsOpen={isSet}
      faulty={advanced.some((field) => field in formState.errors)}
    >
      <SelectInput
        control={control}
        name="pre_cost"
        label={t('channel.preCost')}
        choices={preCosts.map((value) => ({ value, label: t(`channel.preCosts.${value}`) }))}
      />
      <SwitchInput
        control={control}
        name="only_chat"
        label={t('channel.onlyChat')}
        help={t('channel.onlyChatHelp')}
      />
      <RowsInput
        control={control}
        name="model_headers"
        label={t('channel.headers')}
        fromLabel={t('channel.headerName')}
        toLabel={t('channel.headerValue')}
        rules={headerRows}
      />
      <ChannelServer form={form} />
      <CodeInput
        control={control}
        name="custom_parameter"
        label={t('channel.parameters')}
        help={t('channel.parametersHelp')}
      />
      <CodeInput
        control={control}
        name="plugin"
        label={t('channel.plugin')}
        help={t('channel.pluginHelp')}
      />
    </Folded>
  )
}
