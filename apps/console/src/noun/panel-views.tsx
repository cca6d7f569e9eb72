import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { Noun } from './noun.ts'

type Props<Row> = {
  readonly id: string
  readonly view: Noun<Row, never, never, never>['panel']['view']
  readonly row: Row
  readonly children: ReactNode
}

/** The facts, and the other view of a row that has one. Which is open stands in the address. */
export function PanelViews<Row>({ id, view, row, children }: Props<Row>) {
  const { t } = useTranslation()
  const [query, setQuery] = useSearchParams()
  if (view?.when(row) !== true) return children
  const open = query.get('panel') === view.id ? view.id : 'facts'
  const turn = (to: string) =>
    setQuery(
      (current) => {
        const next = new URLSearchParams(current)
        if (to === view.id) next.set('panel', to)
        else next.delete('panel')
        return next
      },
      { replace: true },
    )
  const tab = (name: string) => ({
    value: name,
    id: `tab-${name}`,
    'aria-controls': `${id}-view`,
  })
  return (
    <>
      <Tabs
        value={open}
        onChange={(_, to: string) => turn(to)}
        aria-label={t(view.label)}
        sx={{ mb: 4, mt: -3 }}
      >
        <Tab {...tab('facts')} label={t(view.factsWord)} />
        <Tab {...tab(view.id)} label={t(view.word)} />
      </Tabs>
      <div role="tabpanel" id={`${id}-view`} aria-labelledby={`tab-${open}`}>
        {open === view.id ? view.draw(row) : children}
      </div>
    </>
  )
}
