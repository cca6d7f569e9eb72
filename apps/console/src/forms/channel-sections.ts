import type { ChannelInput } from '@posthouse/contract/channel-input'
import type { FieldErrors } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { SectionMark } from './kit/section-rail.tsx'

/** Which fields stand in which part of the channel's form. */
const fieldsOf = {
  connection: ['type', 'name', 'base_url', 'key', 'proxy', 'test_model', 'other'],
  models: ['models', 'model_mapping'],
  routing: [
    'group',
    'priority',
    'weight',
    'cost_percent',
    'cost_prices',
    'tag',
    'pre_cost',
    'only_chat',
    'model_headers',
    'custom_parameter',
    'plugin',
  ],
  prices: ['prices'],
} as const satisfies Record<string, readonly (keyof ChannelInput)[]>

type Section = keyof typeof fieldsOf

export const sectionId = (section: Section): string => `channel-${section}`

/** The four parts of the form with the errors that each has. */
export function useChannelSections(errors: FieldErrors): readonly SectionMark[] {
  const { t } = useTranslation()
  const sections = Object.keys(fieldsOf) as Section[]
  return sections.map((section) => ({
    id: sectionId(section),
    title: t(`channel.${section}`),
    faults: fieldsOf[section].filter((field) => field in errors).length,
  }))
}
