import { stationCalls } from '@posthouse/contract/calls/station'
import type { Setting, SettingSection } from '@posthouse/contract/setting'
import { type ReactNode, useState } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { summaryOf } from '../../api/refusal.ts'
import { loadStatus } from '../../api/session.ts'
import { refresh, useWrite } from '../../api/use-call.ts'
import { putFaults } from '../../forms/kit/put-faults.ts'
import { asksForPassword, usePasswordAgain } from '../../forms/use-password-again.tsx'
import { notify } from '../../ui/notify.tsx'
import type { SettingValues } from './setting-field.tsx'
import { textOf, valueOf } from './setting-value.ts'

type Settings = {
  readonly form: UseFormReturn<SettingValues>
  /** Keys whose value is not what is stored. */
  readonly changed: readonly string[]
  /** What was refused and stands at no field, by section. */
  readonly refused: Readonly<Partial<Record<SettingSection, string>>>
  readonly saving: boolean
  readonly save: () => Promise<void>
  readonly discard: () => void
  /** Asks for the password where a change needs it. */
  readonly dialog: ReactNode
}

/** The settings as one form. Each section is saved whole or not at all; what is refused stays as it was typed. */
export function useSettings(settings: readonly Setting[]): Settings {
  const { t } = useTranslation()
  const form = useForm<SettingValues>({
    defaultValues: Object.fromEntries(
      settings.map((setting) => [setting.key, valueOf(setting, setting.value)]),
    ),
  })
  const { dirtyFields, isSubmitting } = form.formState
  const changed = settings.map(({ key }) => key).filter((key) => dirtyFields[key] !== undefined)
  const [refused, setRefused] = useState<Settings['refused']>({})
  const again = usePasswordAgain()
  const write = useWrite(stationCalls, 'setOptions', { quiet: true })

  const saveSection = async (keys: readonly string[]): Promise<string> => {
    const values = form.getValues()
    const changes = keys.map((key) => ({ key, value: textOf(values[key] ?? null) }))
    try {
      await write.mutateAsync({ body: { changes } })
      for (const key of keys) form.resetField(key, { defaultValue: values[key] ?? null })
      return ''
    } catch (error) {
      if (asksForPassword(error)) throw error
      return putFaults(form, error) ? '' : summaryOf(error)
    }
  }

  const save = form.handleSubmit(async () => {
    form.clearErrors()
    const bySection = Map.groupBy(
      settings.filter(({ key }) => changed.includes(key)),
      ({ section }) => section,
    )
    const told: Partial<Record<SettingSection, string>> = {}
    // Asked for the password amid it, the rest is saved after the answer.
    await again.guard(async () => {
      for (const [section, entries] of bySection) {
        const fault = await saveSection(entries.map(({ key }) => key))
        bySection.delete(section)
        if (fault !== '') told[section] = fault
      }
      setRefused(told)
      if (Object.keys(form.formState.errors).length === 0 && Object.keys(told).length === 0) {
        notify('success', t('setting.saved'))
      }
      await Promise.all([refresh(['listOptions', 'getReadiness']), loadStatus()])
    })
  })

  return {
    form,
    changed,
    refused,
    saving: isSubmitting,
    save,
    dialog: again.dialog,
    discard: () => {
      form.reset()
      setRefused({})
    },
  }
}
