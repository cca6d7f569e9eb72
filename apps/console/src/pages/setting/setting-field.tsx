import type { Setting, SettingKey } from '@posthouse/contract/setting'
import type { TFunction } from 'i18next'
import type { Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ChipsInput } from '../../forms/kit/chips-input.tsx'
import { CodeInput } from '../../forms/kit/code-input.tsx'
import { MoneyInput } from '../../forms/kit/money-input.tsx'
import { NumberInput } from '../../forms/kit/number-input.tsx'
import { SecretInput } from '../../forms/kit/secret-input.tsx'
import { SelectInput } from '../../forms/kit/select-input.tsx'
import { SwitchInput } from '../../forms/kit/switch-input.tsx'
import { TextInput } from '../../forms/kit/text-input.tsx'
import { LinksInput } from './links-input.tsx'
import { PageInput } from './page-input.tsx'
import type { SettingValue } from './setting-value.ts'

export type SettingValues = Record<string, SettingValue>

type Props = {
  readonly setting: Setting
  readonly control: Control<SettingValues>
}

/** The input of a setting, by its kind. */
export function SettingField({ setting, control }: Props) {
  const { t } = useTranslation()
  const { key, kind, editor, unit } = setting
  const field = { control, name: key, label: labelOf(t, key), help: helpOf(t, setting) }
  if (setting.secret) {
    return <SecretInput {...field} stored={setting.stored ? [t('setting.stored')] : []} />
  }
  if (kind === 'flag') return <SwitchInput {...field} />
  if (kind === 'whole')
    return unit === 'quota' ? <MoneyInput {...field} /> : <NumberInput {...field} />
  if (kind === 'choice') {
    const choices = setting.choices.map((value) => ({ value, label: choiceOf(t, value) }))
    return <SelectInput {...field} choices={choices} />
  }
  if (editor === 'links') return <LinksInput {...field} />
  if (editor === 'list') return <ChipsInput {...field} />
  if (editor === 'page' || editor === 'html')
    return <PageInput {...field} html={editor === 'html'} />
  return kind === 'json' ? <CodeInput {...field} /> : <TextInput {...field} />
}

export const labelOf = (t: TFunction, key: string): string =>
  t(`setting.keys.${key as SettingKey}.label`)

const choiceOf = (t: TFunction, value: string): string =>
  t(`setting.choices.${value as 'refuse' | 'default'}`)

function helpOf(t: TFunction, { key, unit, kind }: Setting): string {
  const help = t(`setting.keys.${key as SettingKey}.help`)
  return unit === null || unit === 'quota' || kind !== 'whole'
    ? help
    : t('setting.inUnit', { help, unit: t(`setting.units.${unit}`) })
}

/** A stored text as a person reads it: below an input, and of a setting that is locked. */
export function readable(t: TFunction, { kind, unit, choices }: Setting, text: string): string {
  if (kind === 'flag') return t(text === 'true' ? 'setting.on' : 'setting.off')
  if (text === '') return t('setting.empty')
  if (kind === 'choice' && choices.includes(text)) return choiceOf(t, text)
  if (kind !== 'whole') return text.length > 60 ? `${text.slice(0, 60)}…` : text
  const number = Number(text).toLocaleString('en-US')
  return unit === null ? number : `${number} ${t(`setting.units.${unit}`)}`
}
