import { siteCalls } from '@posthouse/contract/calls/site'
import Box from '@mui/material/Box'
import MuiChip from '@mui/material/Chip'
import {
  capabilities,
  type CatalogueModel,
  CatalogueQuery,
  catalogueSorts,
} from '@posthouse/contract/catalogue'
import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/use-call.ts'
import type { FilterField } from '../../table/column.ts'
import { type Page, QueryTable } from '../../table/query-table.tsx'
import { type List, useList } from '../../table/state/use-list.ts'
import { Horse } from '../../ui/art/horse.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { columnsFor } from './catalogue-columns.tsx'
import { type CatalogueFilter, pageOf } from './catalogue-rows.ts'
import { ModelPanel } from './model-panel.tsx'

const spec = {
  table: 'catalogue',
  filters: ['keyword', 'capability', 'supplier', 'available'],
  query: CatalogueQuery,
  sorts: catalogueSorts,
  defaultOrder: 'name',
} as const

/** What the reader can call, what it does and what it costs. */
export function Catalogue({ title }: { readonly title: string }) {
  const { t } = useTranslation()
  const list = useList<CatalogueFilter, (typeof catalogueSorts)[number]>(spec)
  const query = useRead(siteCalls, 'listCatalogue', {}, { keep: true })
  const all = query.data ?? []
  const data = query.data === undefined ? undefined : pageOf(query.data, list.state)
  const columns = useMemo(() => columnsFor(t), [t])
  return (
    <>
      <PageHeading title={title} lead={<Lead models={all} />} />
      <CapabilityChips list={list} models={all} />
      <QueryTable
        label={title}
        list={list}
        query={{ ...query, data } as UseQueryResult<Page<CatalogueModel>, Error>}
        columns={columns}
        fields={useFields(all)}
        rowId={({ name }) => name}
        rowName={({ name }) => name}
        layouts
        empty={{
          picture: <Horse />,
          title: t('models.emptyTitle'),
          sentence: t('models.empty'),
        }}
      />
      {list.state.row !== '' && (
        <ModelPanel
          list={list}
          ids={(data?.data ?? []).map(({ name }) => name)}
          model={all.find(({ name }) => name === list.state.row)}
          waiting={query.data === undefined && query.error === null}
        />
      )}
    </>
  )
}

/** The group whose ratio is in all the prices, where it is one. */
function Lead({ models }: { readonly models: readonly CatalogueModel[] }) {
  const { t } = useTranslation()
  const [first] = models
  if (first === undefined || models.some(({ group }) => group.symbol !== first.group.symbol)) {
    return t('models.lead')
  }
  return t('models.leadAt', { group: first.group.name, ratio: first.group.ratio })
}

function useFields(models: readonly CatalogueModel[]): readonly FilterField<CatalogueFilter>[] {
  const { t } = useTranslation()
  const suppliers = [...new Set(models.map(({ owned_by: supplier }) => supplier))].toSorted()
  return [
    { name: 'keyword', kind: 'text', label: t('models.model'), placeholder: t('models.search') },
    {
      name: 'supplier',
      kind: 'choice',
      label: t('models.supplier'),
      choices: suppliers.map((value) => ({ value, label: value })),
    },
    {
      name: 'available',
      kind: 'choice',
      label: t('models.state'),
      choices: [
        { value: 'true', label: t('models.available') },
        { value: 'false', label: t('models.unavailable') },
      ],
    },
  ]
}

type ChipsProps = {
  readonly list: List<CatalogueFilter>
  readonly models: readonly CatalogueModel[]
}

/** What the models here can do, one click away. */
function CapabilityChips({ list, models }: ChipsProps) {
  const { t } = useTranslation()
  const { capability } = list.state.filters
  const known = capabilities.filter((name) => models.some((one) => one.capabilities.includes(name)))
  if (known.length < 2) return null
  return (
    <Box
      role="group"
      aria-label={t('models.capability')}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mb: 4 }}
    >
      {known.map((name) => (
        <MuiChip
          key={name}
          clickable
          label={t(`models.capabilities.${name}`)}
          aria-pressed={capability === name}
          color={capability === name ? 'primary' : 'default'}
          variant={capability === name ? 'filled' : 'outlined'}
          onClick={() => list.change({ filters: { capability: capability === name ? '' : name } })}
        />
      ))}
    </Box>
  )
}
