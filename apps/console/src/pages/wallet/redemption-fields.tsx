import type { Control, FieldValues, Path } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { DateTimeInput } from '../../forms/kit/date-time-input.tsx'
import { MoneyInput } from '../../forms/kit/money-input.tsx'
import { TextInput } from '../../forms/kit/text-input.tsx'

type Values = { name: string; quota: number; expired_time?: number | undefined }

type Props<Given extends FieldValues, Checked> = {
  readonly control: Control<Given, unknown, Checked>
}

const nameOf = <Given extends FieldValues>(name: keyof Values) => name as Path<Given>

/** What creating a code and changing one both ask. */
export function RedemptionFields<Given extends Values, Checked>({
  control,
}: Props<Given, Checked>) {
  const { t } = useTranslation()
  return (
    <>
      <TextInput
        control={control}
        name={nameOf<Given>('name')}
        label={t('redemption.name')}
        required
        autoFocus
      />
      <MoneyInput control={control} name={nameOf<Given>('quota')} label={t('redemption.quota')} />
      <DateTimeInput
        control={control}
        name={nameOf<Given>('expired_time')}
        label={t('redemption.expires')}
        help={t('redemption.expiresHelp')}
        none={-1}
      />
    </>
  )
}
