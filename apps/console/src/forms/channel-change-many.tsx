import { channelCalls } from '@posthouse/contract/calls/channels'
import { ChannelInput } from '@posthouse/contract/channel-input'
import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useRead } from '../api/use-call.ts'
import { ChipsInput } from './kit/chips-input.tsx'
import { FormDialog } from './kit/form-dialog.tsx'
import { NumberInput } from './kit/number-input.tsx'
import { TextInput } from './kit/text-input.tsx'
import { type ContractForm, useContractForm } from './kit/use-contract-form.ts'

const GroupOnly = ChannelInput.pick({ group: true })
const TagOnly = ChannelInput.pick({ tag: true })
const PriorityOnly = ChannelInput.pick({ priority: true })

type Change =
  | { readonly group: string[] }
  | { readonly tag: string }
  | { readonly priority: number }

type Props = {
  readonly count: number
  readonly change: (change: Change) => Promise<void>
  readonly onClose: () => void
}

/** One field of many channels. */
export function ChannelChangeMany({
  field,
  ...props
}: Props & { readonly field: 'group' | 'tag' | 'priority' }) {
  switch (field) {
    case 'group':
      return <GroupChange {...props} />
    case 'tag':
      return <TagChange {...props} />
    case 'priority':
      return <PriorityChange {...props} />
  }
}

const thenClose =
  ({ change, onClose }: Props) =>
  async (values: Change) => {
    await change(values)
    onClose()
  }

function GroupChange(props: Props) {
  const { t } = useTranslation()
  const groups = useRead(channelCalls, 'listGroups', {})
  const form = useContractForm(GroupOnly, { group: [] }, thenClose(props))
  return (
    <Frame {...props} form={form} title={t('channel.setGroup')}>
      <ChipsInput
        control={form.form.control}
        name="group"
        label={t('channel.groups')}
        options={groups.data ?? []}
        required
      />
    </Frame>
  )
}

function TagChange(props: Props) {
  const { t } = useTranslation()
  const form = useContractForm(TagOnly, { tag: '' }, thenClose(props))
  return (
    <Frame {...props} form={form} title={t('channel.setTag')}>
      <TextInput
        control={form.form.control}
        name="tag"
        label={t('channel.tag')}
        help={t('channel.setTagHelp')}
        autoFocus
      />
    </Frame>
  )
}

function PriorityChange(props: Props) {
  const { t } = useTranslation()
  const form = useContractForm(PriorityOnly, { priority: 0 }, thenClose(props))
  return (
    <Frame {...props} form={form} title={t('channel.setPriority')}>
      <NumberInput control={form.form.control} name="priority" label={t('channel.priority')} />
    </Frame>
  )
}

type FrameProps<Values extends FieldValues, Checked> = Props & {
  readonly form: ContractForm<Values, Checked>
  readonly title: string
  readonly children: ReactNode
}

function Frame<Values extends FieldValues, Checked>(props: FrameProps<Values, Checked>) {
  const { t } = useTranslation()
  const { form, count } = props
  return (
    <FormDialog
      title={t('channel.changeManyTitle', { title: props.title, count })}
      submitLabel={t('channel.changeMany', { count })}
      submitError={form.submitError}
      loading={form.loading}
      dirty={form.form.formState.isDirty}
      onSubmit={form.submit}
      onClose={props.onClose}
    >
      {props.children}
    </FormDialog>
  )
}
