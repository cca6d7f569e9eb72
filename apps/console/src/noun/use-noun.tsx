import Box from '@mui/material/Box'
import type { AmountDisplay } from '@posthouse/contract/format-amount'
import type { TFunction } from 'i18next'
import { type ReactNode, useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsAdministrator } from '../stores/session.ts'
import { useAmountDisplay } from '../stores/site.ts'
import type { BulkAction } from '../table/select/bulk-bar.tsx'
import { QuickAction, type RowAction, useRowMenu } from '../table/cells/row-menu.tsx'
import type { Column, FilterField } from '../table/column.ts'
import type { Choice, Noun, NounColumn } from './noun.ts'
import type { Stage } from './use-stage.tsx'

type Reader = { readonly t: TFunction; readonly display: AmountDisplay }

/** The columns of the list, for those who have them. */
export function useColumns<Row, Filter extends string, Sort extends string, Name extends string>({
  columns,
}: Noun<Row, Filter, Sort, Name>): readonly Column<Row, Sort>[] {
  const { t } = useTranslation()
  const display = useAmountDisplay()
  const administrator = useIsAdministrator()
  // The same array until something in it changes: rows are drawn again for another one.
  return useMemo(
    () =>
      Object.entries<NounColumn<Row, Sort>>(columns)
        .filter(([, { only }]) => only === undefined || administrator)
        .map(([id, column]) => columnOf(id, column, { t, display })),
    [columns, t, display, administrator],
  )
}

function columnOf<Row, Sort extends string>(
  id: string,
  { label, cell, cardCell, cardLabel, ...column }: NounColumn<Row, Sort>,
  reader: Reader,
): Column<Row, Sort> {
  return {
    ...column,
    id,
    header: reader.t(label),
    cell: (row, address) => cell(row, { ...reader, address }),
    ...(cardCell !== undefined && {
      cardCell: (row: Row, address: string) => cardCell(row, { ...reader, address }),
    }),
    ...(cardLabel !== undefined && { cardHeader: (row: Row) => reader.t(cardLabel(row)) }),
  }
}

/** What the list can be filtered by, in words. */
export function useFilters<Row, Filter extends string, Sort extends string, Name extends string>(
  noun: Noun<Row, Filter, Sort, Name>,
): readonly FilterField<Filter>[] {
  const { t } = useTranslation()
  const administrator = useIsAdministrator()
  const asked = noun.useChoices?.()
  const inWords = (choice: Choice) =>
    'word' in choice ? { value: choice.value, label: t(choice.word) } : choice
  return noun.filters
    .filter(({ only }) => only === undefined || administrator)
    .map(({ name, kind, label, placeholder, choices }) => ({
      name,
      kind,
      label: t(label),
      ...(placeholder === undefined ? {} : { placeholder: t(placeholder) }),
      choices: (asked?.[name] ?? choices ?? []).map(inWords),
    }))
}

type Acts<Row, Filter extends string> = {
  readonly actions?: (row: Row) => ReactNode
  readonly bulk?: readonly BulkAction<Filter>[]
}

/** The menu of each row and the bar of what is ticked, where there is anything to do. */
export function useActs<Row, Filter extends string, Sort extends string, Name extends string>(
  { acts: declared, name }: Noun<Row, Filter, Sort, Name>,
  stage: Stage,
): Acts<Row, Filter> {
  const { t } = useTranslation()
  const administrator = useIsAdministrator()
  const acts = useMemo(
    () => (declared ?? []).filter(({ only }) => only === undefined || administrator),
    [declared, administrator],
  )
  const menu = useRowMenu(name, (row: Row) =>
    acts.flatMap(({ id, word, danger = false, one, allows }): RowAction[] =>
      one === undefined || allows?.(row) === false
        ? []
        : [{ id, label: t(word), danger, run: () => one(row, stage) }],
    ),
  )
  // A row with nothing to do has no menu.
  const actions = useCallback(
    (row: Row) =>
      acts.some(({ one, allows }) => one !== undefined && allows?.(row) !== false) ? (
        <Box sx={{ display: 'inline-flex' }}>
          {acts.flatMap(({ id, word, quick, one, allows }) =>
            quick === undefined || one === undefined || allows?.(row) === false
              ? []
              : [
                  <QuickAction
                    key={id}
                    name={name(row)}
                    word={word}
                    icon={quick}
                    run={() => one(row, stage)}
                  />,
                ],
          )}
          {menu(row)}
        </Box>
      ) : null,
    [acts, menu, name, stage],
  )
  const bulk = acts.flatMap(({ id, word, danger = false, many }): BulkAction<Filter>[] =>
    many === undefined
      ? []
      : [
          {
            id,
            label: t(many.word ?? word),
            icon: <many.icon size={16} stroke={1.5} />,
            danger,
            run: (what) => many.run(what, stage),
          },
        ],
  )
  return {
    ...(acts.some(({ one }) => one !== undefined) && { actions }),
    ...(bulk.length > 0 && { bulk }),
  }
}
