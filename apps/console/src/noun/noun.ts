import type { AmountDisplay } from '@posthouse/contract/format-amount'
import type { UseQueryResult } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import type { TextKey } from '../i18n/index.ts'
import type { Column, FilterField } from '../table/column.ts'
import type { ListSpec, ListState } from '../table/state/list-state.ts'
import type { Page } from '../table/query-table.tsx'
import type { List } from '../table/state/use-list.ts'
import type { Act } from './act.ts'
import type { Words } from './words.ts'
import type { Stage } from './use-stage.tsx'

/** What a cell may need besides its row. */
export type Look = {
  readonly t: TFunction
  readonly display: AmountDisplay
  /** The address of the row's panel. */
  readonly address: string
}

export type Drawn<Row> = (row: Row, look: Look) => ReactNode

/** A column of the list. Its place in `card` says what heads a card and what stands on it; `optional`, what gives way. */
export type NounColumn<Row, Sort extends string = string> = Pick<
  Column<Row, Sort>,
  'numeric' | 'sort' | 'card' | 'kept' | 'optional' | 'room' | 'gives'
> & {
  readonly label: TextKey
  readonly cell: Drawn<Row>
  readonly cardCell?: Drawn<Row>
  readonly cardLabel?: (row: Row) => TextKey
  /** As a fact of the panel, where that says it otherwise. */
  readonly fact?: Drawn<Row>
  /** Which rows have it as a fact. Absent: all. */
  readonly when?: (row: Row) => boolean
  /** Who has the column. Absent: everybody. */
  readonly only?: 'administrators'
}

export type NounColumns<Row, Sort extends string> = Readonly<Record<string, NounColumn<Row, Sort>>>

/** What only the panel knows of a row. */
export type NounFact<Row> = {
  readonly label: TextKey
  readonly fact: Drawn<Row>
  readonly when?: (row: Row) => boolean
}

export type Choice = { readonly value: string } & (
  | { readonly word: TextKey }
  | { readonly label: string }
)

/** What the list can be filtered by. */
export type FilterSpec<Filter extends string = string> = Pick<
  FilterField<Filter>,
  'name' | 'kind'
> & {
  readonly label: TextKey
  readonly placeholder?: TextKey
  readonly choices?: readonly Choice[]
  readonly only?: 'administrators'
}

/** The panel of a row: what it is called, how it stands, its facts, and what else there is to turn to. */
type Panel<Row, Name extends string> = {
  /** In their order: columns by their name, and what only the panel shows. */
  readonly facts: readonly (Name | NounFact<Row>)[]
  /** The name of the row otherwise. */
  readonly title?: (row: Row) => string
  /** A link beside the status. */
  readonly way?: { readonly word: TextKey; readonly to: (row: Row) => string }
  readonly above?: Drawn<Row>
  readonly below?: Drawn<Row>
  /** Other views than the facts, of the rows that have them. The address has the open one's id as `panel`. */
  readonly views?: {
    readonly label: TextKey
    readonly factsWord: TextKey
    readonly others: readonly {
      readonly id: string
      readonly word: TextKey
      readonly when: (row: Row) => boolean
      readonly draw: (row: Row) => ReactNode
    }[]
  }
  /** The refusal that says that there is no such row any more, and its words. */
  readonly gone?: { readonly code: string; readonly title: TextKey; readonly sentence: TextKey }
}

type NounCalls<Row, Filter extends string> = {
  readonly useRows: (state: ListState<Filter>) => UseQueryResult<Page<Row>, Error>
  /** A row that the page of the list does not have. */
  readonly useRow: (id: string, enabled: boolean) => UseQueryResult<Row, Error>
  /** Saves what the filter finds as a file. */
  readonly download?: (
    query: Readonly<Record<Filter, string>> & { readonly time_zone: string },
  ) => Promise<void>
}

type Declared<Row, Filter extends string, Sort extends string, Name extends string> = {
  readonly title: TextKey
  /** Whose texts say what the list is about, and what stands there without a row. */
  readonly words: Words<'declareNoun'>
  /** In the place of rows, where there are none. */
  readonly picture: ReactNode
  /** What a row is called where it is not seen. */
  readonly name: (row: Row) => string
  readonly columns: Readonly<Record<Name, NounColumn<NoInfer<Row>, NoInfer<Sort>>>>
  readonly filters: readonly FilterSpec<Filter>[]
  /** Choices that are asked for. */
  readonly useChoices?: () => Readonly<Partial<Record<NoInfer<Filter>, readonly Choice[]>>>
  readonly panel: Panel<NoInfer<Row>, NoInfer<Name>>
  readonly calls: NounCalls<Row, NoInfer<Filter>>
  readonly acts?: readonly Act<NoInfer<Row>, NoInfer<Filter>>[]
  /** The one primary action: the form for a new one. */
  readonly create?: {
    readonly word: TextKey
    readonly form: (close: () => void, stage: Stage) => ReactNode
  }
  /** Over the list. */
  readonly above?: (list: List<NoInfer<Filter>>) => ReactNode
  /** Between toolbar and rows, such as the sums of a filter. */
  readonly strip?: (filters: Readonly<Record<NoInfer<Filter>, string>>) => ReactNode
}

export type Noun<Row, Filter extends string, Sort extends string, Name extends string> = Declared<
  Row,
  Filter,
  Sort,
  Name
> & { readonly list: ListSpec<Filter, Sort> }

type Listed<Filter extends string, Sort extends string> = Omit<ListSpec<Filter, Sort>, 'filters'>

/**
 * A thing that has a list: said once. Table, cards, panel, row menu, bulk bar, the notice that takes
 * back and the file of the filter follow from it (`NounPage`).
 */
export function declareNoun<
  Row extends { readonly id: number | string },
  Filter extends string,
  Sort extends string,
  Name extends string,
>(
  declared: Declared<Row, Filter, Sort, Name> & {
    readonly list: Listed<NoInfer<Filter>, Sort>
  },
): Noun<Row, Filter, Sort, Name> {
  const filters = declared.filters.map(({ name }) => name)
  return { ...declared, list: { ...declared.list, filters } }
}
