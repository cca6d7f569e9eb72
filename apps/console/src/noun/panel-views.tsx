import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { Noun } from './noun.ts'

type Props<Row> = {
  readonly id: string
  readonly views: Noun<Row, never, never, never>['panel']['views']
  readonly row: Row
  readonly children: ReactNode
}

/** The facts, and the other views of a row that has some. The address says which is open. */
export function PanelViews<Row>({ id, views, row, children }: Props<Row>) {
  const { t } = useTranslation()
  const [query, setQuery] = useSearchParams()
  const others = views?.others.filter(({ when }) => when(row)) ?? []
  if (views === undefined || others.length === 0) return children
  const shown = others.find((view) => view.id === query.get('panel'))
  const open = shown?.id ?? 'facts'
  const turn = (to: string) =>
    setQuery(
      (current) => {
        const next = new URLSearchParams(current)
        if (to === 'facts') next.delete('panel')
        else next.set('panel', to)
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
        aria-label={t(views.label)}
        variant="scrollable"
        sx={{ mb: 4, mt: -3 }}
      >
        <Tab {...tab('facts')} label={t(views.factsWord)} />
        {others.map((view) => (
          <Tab key={view.id} {...tab(view.id)} label={t(view.word)} />
        ))}
      </Tabs>
      <div role="tabpanel" id={`${id}-view`} aria-labelledby={`tab-${open}`}>
        {shown?.draw(row) ?? children}
      </div>
    </>
  )
}
