import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { codeOf } from '../api/refusal.ts'
import { useIsAdministrator } from '../stores/session.ts'
import { useAmountDisplay } from '../stores/site.ts'
import { PeekPanel } from '../table/peek-panel.tsx'
import { Failed, InPlaceOfRows, LoadingRows } from '../table/table-states.tsx'
import type { List } from '../table/state/use-list.ts'
import { Lantern } from '../ui/art/lantern.tsx'
import { Facts } from '../ui/facts.tsx'
import type { Drawn, Look, Noun, NounColumn, NounFact } from './noun.ts'
import { PanelViews } from './panel-views.tsx'

type Props<Row, Filter extends string, Sort extends string, Name extends string> = {
  readonly noun: Noun<Row, Filter, Sort, Name>
  readonly list: List<Filter>
  readonly rows: readonly Row[]
  readonly actions?: (row: Row) => ReactNode
}

/** Everything about a row, whether or not it is on the page of the list. */
export function NounPanel<
  Row extends { readonly id: number | string },
  Filter extends string,
  Sort extends string,
  Name extends string,
>({ noun, list, rows, actions }: Props<Row, Filter, Sort, Name>) {
  const { t } = useTranslation()
  const display = useAmountDisplay()
  const { panel } = noun
  const id = list.state.row
  const listed = rows.find((row) => String(row.id) === id)
  const asked = noun.calls.useRow(id, listed === undefined)
  const row = listed ?? asked.data
  const look = { t, display, address: list.rowAddress(id) }
  return (
    <PeekPanel
      list={list}
      ids={rows.map((entry) => String(entry.id))}
      title={row === undefined ? t(noun.title) : (panel.title ?? noun.name)(row)}
    >
      {row === undefined ? (
        <NoRow asked={asked} gone={panel.gone} />
      ) : (
        <PanelViews id={noun.list.table} views={panel.views} row={row}>
          <RowFacts noun={noun} row={row} look={look} menu={actions?.(row)} />
        </PanelViews>
      )}
    </PeekPanel>
  )
}

type NoRowProps = {
  readonly asked: { readonly error: Error | null; readonly refetch: () => Promise<unknown> }
  readonly gone: Noun<never, never, never, never>['panel']['gone']
}

/** In the place of a row that is not here yet, or not at all. */
function NoRow({ asked: { error, refetch }, gone }: NoRowProps) {
  const { t } = useTranslation()
  if (error === null) return <LoadingRows />
  if (gone === undefined || codeOf(error) !== gone.code) {
    return <Failed error={error} onRetry={() => void refetch()} />
  }
  return <InPlaceOfRows picture={<Lantern />} title={t(gone.title)} sentence={t(gone.sentence)} />
}

type FactsProps<Row, Filter extends string, Sort extends string, Name extends string> = {
  readonly noun: Noun<Row, Filter, Sort, Name>
  readonly row: Row
  readonly look: Look
  readonly menu: ReactNode
}

/** How the row stands, where it leads, what can be done with it; then its facts. */
function RowFacts<Row, Filter extends string, Sort extends string, Name extends string>(
  props: FactsProps<Row, Filter, Sort, Name>,
) {
  const { row, look, menu } = props
  const { columns, panel } = props.noun
  const administrator = useIsAdministrator()
  const status = Object.values<NounColumn<Row>>(columns).find(({ card }) => card === 'status')
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
      <Box sx={{ display: 'flex', gap: 2, mb: 1, alignItems: 'center' }}>
        {status?.cell?.(row, look)}
        <Box sx={{ flex: 1 }} />
        {panel.way !== undefined && (
          <Button component={Link} to={panel.way.to(row)} size="small" variant="outlined">
            {look.t(panel.way.word)}
          </Button>
        )}
        {menu}
      </Box>
      {panel.above?.(row, look)}
      <Facts
        facts={panel.facts
          .map((fact): NounColumn<Row> | NounFact<Row> =>
            typeof fact === 'string' ? columns[fact] : fact,
          )
          .filter((fact) => (fact.when?.(row) ?? true) && (administrator || !('only' in fact)))
          .map((known) => ({ label: look.t(known.label), value: valueOf(known)(row, look) }))}
      />
      {panel.below?.(row, look)}
    </Box>
  )
}

const valueOf = <Row,>(known: NounColumn<Row> | NounFact<Row>): Drawn<Row> =>
  'cell' in known ? (known.fact ?? known.cell) : known.fact
