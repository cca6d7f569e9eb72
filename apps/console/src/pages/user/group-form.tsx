import { groupCalls } from '@posthouse/contract/calls/groups'
import { GroupChange, GroupInput, type ManagedGroup } from '@posthouse/contract/managed-group'
import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../api/use-call.ts'
import { FormDialog } from '../../forms/kit/form-dialog.tsx'
import { NumberInput } from '../../forms/kit/number-input.tsx'
import { SwitchInput } from '../../forms/kit/switch-input.tsx'
import { TextInput } from '../../forms/kit/text-input.tsx'
import { useContractForm } from '../../forms/kit/use-contract-form.ts'

const writing = {
  changes: ['listUserGroups', 'getUserGroup', 'listGroups', 'listOwnGroups'],
  quiet: true,
} as const

type Closing = { readonly onClose: () => void }

export function GroupCreate({ onClose }: Closing) {
  const { t } = useTranslation()
  const create = useWrite(groupCalls, 'createUserGroup', writing)
  const { form, submit, submitError, loading } = useContractForm(
    GroupInput,
    { symbol: '', name: '', ratio: '1', api_rate: 600, public: false },
    async (body) => {
      await create.mutateAsync({ body })
      onClose()
    },
  )
  return (
    <FormDialog
      title={t('group.create')}
      submitLabel={t('group.create')}
      submitError={submitError}
      loading={loading}
      dirty={form.formState.isDirty}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        control={form.control}
        name="symbol"
        label={t('group.symbol')}
        help={t('group.symbolHelp')}
        autoComplete="off"
        required
        autoFocus
      />
      <GroupFields control={form.control} />
    </FormDialog>
  )
}

export function GroupEdit({ group, onClose }: Closing & { readonly group: ManagedGroup }) {
  const { t } = useTranslation()
  const update = useWrite(groupCalls, 'updateUserGroup', writing)
  const { id, symbol, name, ratio, api_rate, public: open } = group
  const { form, submit, submitError, loading } = useContractForm(
    GroupChange,
    { id, name, ratio, api_rate, public: open },
    async (body) => {
      await update.mutateAsync({ body })
      onClose()
    },
  )
  return (
    <FormDialog
      title={t('group.editTitle', { symbol })}
      submitLabel={t('group.save')}
      submitError={submitError}
      loading={loading}
      dirty={form.formState.isDirty}
      onSubmit={submit}
      onClose={onClose}
    >
      <GroupFields control={form.control} />
    </FormDialog>
  )
}

type Fields<Values extends FieldValues, Checked> = {
  readonly control: Control<Values, unknown, Checked>
}

function GroupFields<Values extends FieldValues, Checked>({ control }: Fields<Values, Checked>) {
  const { t } = useTranslation()
  const field = (name: string) => ({ control, name: name as FieldPath<Values> })
  return (
    <>
      <TextInput {...field('name')} label={t('group.name')} required />
      <TextInput
        {...field('ratio')}
        label={t('group.ratio')}
        help={t('group.ratioHelp')}
        required
      />
      <NumberInput {...field('api_rate')} label={t('group.rate')} help={t('group.rateHelp')} />
      <SwitchInput {...field('public')} label={t('group.public')} help={t('group.publicHelp')} />
    </>
  )
}
