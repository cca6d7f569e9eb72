import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { useCreateAddress } from '../forms/kit/use-create-address.ts'
import { readersTimeZone } from '../lib/time/format-time.ts'
import { QueryTable } from '../table/query-table.tsx'
import { useList } from '../table/state/use-list.ts'
import { PageHeading } from '../ui/page-heading.tsx'
import type { Noun } from './noun.ts'
import { NounPanel } from './noun-panel.tsx'
import { useActs, useColumns, useFilters } from './use-noun.tsx'
import { useStage } from './use-stage.tsx'

type Props<Row, Filter extends string, Sort extends string, Name extends string> = {
  readonly noun: Noun<Row, Filter, Sort, Name>
}

/** The page of a noun: everything that follows from what it declares. */
export function NounPage<
  Row extends { readonly id: number | string },
  Filter extends string,
  Sort extends string,
  Name extends string,
>({ noun }: Props<Row, Filter, Sort, Name>) {
  const { t } = useTranslation()
  const { calls } = noun
  const { download } = calls
  const list = useList(noun.list)
  const query = calls.useRows(list.state)
  const { stage, dialog } = useStage()
  const acts = useActs(noun, stage)
  const [creating, setCreating] = useCreateAddress()
  const create = noun.create !== undefined && {
    action: (
      <Button variant="contained" onClick={() => setCreating(true)}>
        {t(noun.create.word)}
      </Button>
    ),
  }
  return (
    <>
      <PageHeading title={t(noun.title)} lead={t(`${noun.words}.lead`)} {...create} />
      {noun.above?.(list)}
      <QueryTable
        label={t(noun.title)}
        list={list}
        query={query}
        columns={useColumns(noun)}
        fields={useFilters(noun)}
        rowId={(row) => String(row.id)}
        rowName={noun.name}
        {...acts}
        {...(download !== undefined && {
          download: () => download({ ...list.state.filters, time_zone: readersTimeZone() }),
        })}
        strip={noun.strip?.(list.state.filters)}
        empty={{
          picture: noun.picture,
          title: t(`${noun.words}.emptyTitle`),
          sentence: t(`${noun.words}.empty`),
          ...create,
        }}
      />
      {list.state.row !== '' && (
        <NounPanel noun={noun} list={list} rows={query.data?.data ?? []} {...acts} />
      )}
      {creating && noun.create?.form(() => setCreating(false), stage)}
      {dialog}
    </>
  )
}
