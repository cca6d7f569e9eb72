import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import type { ChannelBulkChange } from '@posthouse/contract/channel-input'
import { headerRows, mappingRows } from '@posthouse/contract/channel-rows'
import type { ChannelTag } from '@posthouse/contract/channel-tag'
import { channelCalls } from '@posthouse/contract/calls/channels'
import type { ReactNode } from 'react'
import type { Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../../api/use-call.ts'
import { ChipsInput } from '../../../forms/kit/chips-input.tsx'
import { CodeInput } from '../../../forms/kit/code-input.tsx'
import { NumberInput } from '../../../forms/kit/number-input.tsx'
import { RowsInput } from '../../../forms/kit/rows-input.tsx'
import { SelectInput } from '../../../forms/kit/select-input.tsx'
import { SwitchInput } from '../../../forms/kit/switch-input.tsx'
import { TextInput } from '../../../forms/kit/text-input.tsx'
import type { TextKey } from '../../../i18n/index.ts'

/** What can be changed of all channels of a tag, with the words of the channel's form. */
const labels = {
  tag: 'channel.tag',
  group: 'channel.groups',
  models: 'channel.models',
  model_mapping: 'channel.mapping',
  model_headers: 'channel.headers',
  custom_parameter: 'channel.parameters',
  proxy: 'channel.proxy',
  test_model: 'channel.testModel',
  only_chat: 'channel.onlyChat',
  pre_cost: 'channel.preCost',
  priority: 'channel.priority',
  weight: 'channel.weight',
} as const satisfies Partial<Record<keyof ChannelBulkChange, TextKey>>

export type TagField = keyof typeof labels

export const tagFields = Object.keys(labels) as TagField[]

/** Nothing is changed until it is ticked. */
export const unticked: ChannelBulkChange = Object.fromEntries(
  tagFields.map((field) => [field, undefined]),
)

/** What a field says when it is ticked: of what the channels have together, else nothing. */
const firstValues: Readonly<Record<TagField, (tag: ChannelTag) => unknown>> = {
  tag: ({ id }) => id,
  group: ({ groups }) => groups,
  models: ({ models }) => models,
  model_mapping: () => '',
  model_headers: () => '',
  custom_parameter: () => '',
  proxy: () => '',
  test_model: () => '',
  only_chat: () => false,
  pre_cost: () => 1,
  priority: () => 0,
  weight: () => 1,
}

type Props = {
  readonly field: TagField
  readonly tag: ChannelTag
  readonly control: Control<ChannelBulkChange, unknown, ChannelBulkChange>
  readonly ticked: boolean
  readonly onTurn: (on: boolean, value: unknown) => void
}

/** A box that says whether a field is changed, and the field's input below it. */
export function TickedField({ field, tag, control, ticked, onTurn }: Props) {
  const { t } = useTranslation()
  return (
    <Box>
      <FormControlLabel
        label={t(labels[field])}
        control={
          <Checkbox
            checked={ticked}
            onChange={(_, on) => onTurn(on, firstValues[field](tag))}
            sx={{ py: 1 }}
          />
        }
      />
      {ticked && (
        <Box sx={{ display: 'flex', flexDirection: 'column', pl: { xs: 0, sm: 8 }, pt: 2 }}>
          <FieldInput field={field} tag={tag} control={control} />
        </Box>
      )}
    </Box>
  )
}

const helps = {
  tag: 'channel.setTagHelp',
  proxy: 'channel.proxyHelp',
  test_model: 'channel.testModelHelp',
} as const

const isText = (field: TagField): field is keyof typeof helps => field in helps

const preCosts = [1, 2, 3] as const

function FieldInput({ field, tag, control }: Pick<Props, 'field' | 'tag' | 'control'>): ReactNode {
  const { t } = useTranslation()
  const groups = useRead(channelCalls, 'listGroups', {}, { enabled: field === 'group' })
  const its = { control, name: field, label: t(labels[field]) }
  if (isText(field)) return <TextInput {...its} help={t(helps[field])} />
  switch (field) {
    case 'group':
      return <ChipsInput {...its} options={groups.data ?? []} required />
    case 'models':
      return <ChipsInput {...its} options={tag.models} required />
    case 'model_mapping':
    case 'model_headers':
      return <Rows {...its} field={field} />
    case 'custom_parameter':
      return <CodeInput {...its} help={t('channel.parametersHelp')} />
    case 'only_chat':
      return <SwitchInput {...its} help={t('channel.onlyChatHelp')} />
    case 'pre_cost':
      return (
        <SelectInput
          {...its}
          choices={preCosts.map((value) => ({ value, label: t(`channel.preCosts.${value}`) }))}
        />
      )
    case 'priority':
    case 'weight':
      return <NumberInput {...its} />
  }
}

type RowsProps = Pick<Props, 'control'> & {
  readonly name: TagField
  readonly label: string
  readonly field: 'model_mapping' | 'model_headers'
}

function Rows({ field, ...its }: RowsProps) {
  const { t } = useTranslation()
  return field === 'model_headers' ? (
    <RowsInput
      {...its}
      fromLabel={t('channel.headerName')}
      toLabel={t('channel.headerValue')}
      rules={headerRows}
    />
  ) : (
    <RowsInput
      {...its}
      help={t('channel.mappingHelp')}
      fromLabel={t('channel.requested')}
      toLabel={t('channel.forwarded')}
      rules={mappingRows}
    />
  )
}
