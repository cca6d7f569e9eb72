import { type Icon, IconCircleCheck, IconCircleOff, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { notifyFailure } from '../api/refusal.ts'
import { tellDone } from '../api/undo.ts'
import type { Calls } from '../api/use-call.ts'
import { i18n, type TextKey } from '../i18n/index.ts'
import { namesOf, useConfirm } from '../stores/confirm.ts'
import type { Selected } from '../table/select/bulk-bar.tsx'
import { notify } from '../ui/notify.tsx'
import type { Stage } from './use-stage.tsx'
import type { Words } from './words.ts'

/** What a person can do with one row, by its menu, or with many, by the bar. */
export type Act<Row, Filter extends string> = {
  readonly id: string
  readonly word: TextKey
  readonly danger?: boolean
  /** Its icon beside the menu: done in one click. */
  readonly quick?: Icon
  /** Which rows offer it: the contract's own table. Absent: all. */
  readonly allows?: (row: Row) => boolean
  /** Who is offered it. Absent: everybody. */
  readonly only?: 'administrators'
  readonly one?: (row: Row, stage: Stage) => void
  readonly many?: {
    readonly icon: Icon
    /** What the bar calls it where the menu's word is about one. */
    readonly word?: TextKey
    readonly run: (what: Selected<Filter>, stage: Stage) => Promise<unknown> | undefined
  }
}

type What<Select> = { readonly select: Select; readonly names: readonly string[] }

/** One row, as a change takes it. */
export const theOne = (row: Named) => ({
  select: { ids: [row.id] },
  names: [row.name],
})

type Changing<Select, Change> = {
  readonly change: (body: { readonly select: Select; readonly change: Change }) => Promise<{
    readonly changed: number
    readonly skipped?: number
    /** What takes it back. */
    readonly undo: string | null
  }>
  /** Calls whose answers it makes old. */
  readonly reads: Calls
  /** Whose texts name one by its name and many by their number, in the words for what was done. */
  readonly words: Words<'changing'>
  readonly skipped?: TextKey
}

/** Changes rows at once, says what was done, and offers the way back. */
export function changing<Select, Change>({
  change: send,
  reads,
  words,
  skipped: left,
}: Changing<Select, Change>) {
  return async ({ select, names }: What<Select>, change: Change, done: TextKey): Promise<void> => {
    const { changed, skipped = 0, undo } = await send({ select, change })
    const [name = ''] = names
    const what =
      names.length === 1
        ? i18n.t(`${words}.one`, { name })
        : i18n.t(`${words}.many`, { count: changed })
    const sentences = [
      changed === 0 ? i18n.t(`${words}.nothingChanged`) : i18n.t(done, { what }),
      ...(skipped === 0 || left === undefined ? [] : [i18n.t(left, { count: skipped })]),
    ]
    tellDone(sentences.join('\n'), undo, reads)
  }
}

type Named = { readonly id: number; readonly name: string }

/** Opens a dialog about one row. */
export const opens = <Row>(
  id: string,
  word: TextKey,
  draw: (row: Row, close: () => void) => ReactNode,
): Act<Row, never> => ({ id, word, one: (row, stage) => stage.open((close) => draw(row, close)) })

/** The form for what a row is made of. */
export const edits = <Row>(draw: (row: Row, close: () => void) => ReactNode): Act<Row, never> =>
  opens('edit', 'table.edit', draw)

type Switch = 'enable' | 'disable'

type Switching<Select> = {
  /** In which states the contract allows it. */
  readonly allows: Readonly<Record<Switch, readonly number[]>>
  readonly done: Readonly<Record<Switch, TextKey>>
  readonly change: (what: What<Select>, change: { status: 1 | 2 }, done: TextKey) => Promise<void>
}

/** Enables and disables, one or many, at once; a notice takes it back. */
export function switches<Filter extends string>({
  allows,
  done,
  change,
}: Switching<Selected<Filter>['select']>): readonly Act<
  Named & { readonly status: number },
  Filter
>[] {
  const act = (id: Switch, word: TextKey, icon: Icon, status: 1 | 2) => {
    const run = (what: What<Selected<Filter>['select']>) => change(what, { status }, done[id])
    return {
      id,
      word,
      allows: (row: { readonly status: number }) => allows[id].includes(row.status),
      one: (row: Named) => void run(theOne(row)).catch(notifyFailure),
      many: { icon, run: (what: Selected<Filter>) => run(what).then(what.clear) },
    }
  }
  return [
    act('enable', 'table.enable', IconCircleCheck, 1),
    act('disable', 'table.disable', IconCircleOff, 2),
  ]
}

type Params = { readonly id: number }

type Asking<Row> = {
  readonly id: string
  /** The key of its word; the question and what comes of it are its `Title` and its `Consequence`. */
  readonly words: Words<'asks'>
  readonly danger?: boolean
  /** What the sentences name besides the row. */
  readonly naming?: (row: Row) => Readonly<Record<string, string | number>>
  readonly run: (params: Params, row: Row, stage: Stage) => Promise<unknown>
}

/** What cannot be undone: asked first, in words that name the object. */
export const asks = <Row extends Named>({
  words,
  naming,
  run,
  ...act
}: Asking<Row>): Act<Row, never> => ({
  ...act,
  word: words,
  one: (row, stage) => {
    const named = { name: row.name, ...naming?.(row) }
    useConfirm.getState().ask({
      title: i18n.t(`${words}Title`, named),
      consequences: [i18n.t(`${words}Consequence`, named)],
      action: i18n.t(words),
      run: () => run({ id: row.id }, row, stage),
    })
  },
})

type Deleting<Row, Select> = Pick<Asking<Row>, 'naming'> & {
  readonly words: Words<'deletes'>
  readonly deleteOne: (params: Params) => Promise<unknown>
  readonly deleteMany: (body: { readonly select: Select }) => Promise<{ readonly deleted: number }>
}

/** Deletes one or many. Many are named, and counted in the verb. */
export const deletes = <Row extends Named, Filter extends string>({
  words,
  naming,
  deleteOne,
  deleteMany,
}: Deleting<Row, Selected<Filter>['select']>): Act<Row, Filter> => ({
  ...asks<Row>({
    ...(naming !== undefined && { naming }),
    id: 'delete',
    words: `${words}.delete`,
    run: deleteOne,
  }),
  danger: true,
  many: {
    icon: IconTrash,
    word: 'table.delete',
    run: ({ select, count, names, clear }) => {
      useConfirm.getState().ask({
        title: i18n.t(`${words}.deleteManyTitle`, { count }),
        consequences: [i18n.t(`${words}.deleteManyConsequence`)],
        ...namesOf(names, count, i18n.t('table.deleteWord')),
        action: i18n.t(`${words}.deleteMany`, { count }),
        run: async () => {
          const { deleted } = await deleteMany({ select })
          clear()
          notify('success', i18n.t(`${words}.deletedMany`, { count: deleted }))
        },
      })
      return undefined
    },
  },
})
