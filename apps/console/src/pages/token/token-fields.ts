import { useTranslation } from 'react-i18next'
import type { FilterField } from '../../table/column.ts'

export const tokenFilters = ['keyword', 'status'] as const
export type TokenFilter = (typeof tokenFilters)[number]

/** What tokens can be filtered by. */
export function useTokenFields(): readonly FilterField<TokenFilter>[] {
  const { t } = useTranslation()
  const words = ['enabled', 'disabled', 'expired', 'exhausted'] as const
  return [
    { name: 'keyword', kind: 'text', label: t('token.name'), placeholder: t('token.search') },
    {
      name: 'status',
      kind: 'segments',
      label: t('table.status'),
      choices: words.map((word, index) => ({
        value: String(index + 1),
        label: t(`status.${word}`),
      })),
    },
  ]
}
