import { channelCalls } from '@posthouse/contract/calls/channels'
import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/use-call.ts'
import { SelectInput } from '../../forms/kit/select-input.tsx'
import { TextInput } from '../../forms/kit/text-input.tsx'

type Props<Values extends FieldValues, Checked> = {
  readonly control: Control<Values, unknown, Checked>
}

/** What making and changing a user both ask. */
export function UserFields<Values extends FieldValues, Checked>({
  control,
}: Props<Values, Checked>) {
  const { t } = useTranslation()
  return (
    <>
      <TextInput
        control={control}
        name={'username' as FieldPath<Values>}
        label={t('user.username')}
        help={t('user.usernameHelp')}
        autoComplete="off"
        required
        autoFocus
      />
      <TextInput
        control={control}
        name={'display_name' as FieldPath<Values>}
        label={t('user.displayName')}
        autoComplete="off"
      />
      <GroupSelect control={control} />
    </>
  )
}

export function GroupSelect<Values extends FieldValues, Checked>({
  control,
}: Props<Values, Checked>) {
  const { t } = useTranslation()
  const { data = [] } = useRead(channelCalls, 'listGroups', {})
  return (
    <SelectInput
      control={control}
      name={'group' as FieldPath<Values>}
      label={t('user.group')}
      choices={data.map((group) => ({ value: group, label: group }))}
      required
    />
  )
}
