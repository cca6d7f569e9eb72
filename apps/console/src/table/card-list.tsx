import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import type { Theme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import type { Column } from './column.ts'
import { rowKeys } from './row-keys.ts'
import { rowClick, type RowsProps } from './rows.ts'
import { SelectBox, SelectPageBox } from './select/select-box.tsx'
import { isTicked } from './select/selection.ts'

/** The rows as cards with a few facts, where there is no room for columns. */
export function CardList<Row, Filter extends string>(
  props: RowsProps<Row, Filter> & { readonly grid: boolean },
) {
  const { t } = useTranslation()
  const { selecting } = props
  return (
    <>
      {selecting !== null && (
        <Box sx={{ display: 'flex', alignItems: 'center', px: 1 }}>
          <SelectPageBox page={props.page} selecting={selecting} />
          <Typography variant="caption" color="textSecondary" aria-hidden>
            {t('table.selectPage')}
          </Typography>
        </Box>
      )}
      <Box
        component="ul"
        aria-label={props.label}
        sx={{
          listStyle: 'none',
          m: 0,
          p: 0,
          ...(props.grid && {
            display: 'grid',
            gridTemplateColumns: 'repeat(auto-fill, minmax(300px, 1fr))',
          }),
        }}
        onKeyDown={rowKeys(
          selecting === null
            ? null
            : { tick: (id) => selecting.tick(id, false), extend: selecting.extend },
        )}
      >
        {props.page.map(({ id, row }) => (
          <RowCard key={id} id={id} row={row} table={props} />
        ))}
      </Box>
    </>
  )
}

type CardProps<Row, Filter extends string> = {
  readonly id: string
  readonly row: Row
  readonly table: RowsProps<Row, Filter>
}

function RowCard<Row, Filter extends string>({ id, row, table }: CardProps<Row, Filter>) {
  const { columns, list, selecting } = table
  const title = columns.find((column) => column.card === 'title')
  const status = columns.find((column) => column.card === 'status')
  const address = list.rowAddress(id)
  const ticked = selecting !== null && isTicked(selecting.selection, id)
  return (
    <Box
      component="li"
      data-row={id}
      onClick={rowClick(() => list.change({ row: id }))}
      sx={{
        pl: selecting === null ? 4 : 1,
        pr: 2,
        py: 2,
        display: 'flex',
        borderTop: 1,
        borderColor: 'divider',
        cursor: 'pointer',
        ...(ticked
          ? { boxShadow: (theme: Theme) => `inset 2px 0 ${theme.palette.primary.main}` }
          : {}),
      }}
    >
      {selecting !== null && (
        <Box data-apart>
          <SelectBox id={id} name={table.rowName(row)} ticked={ticked} tick={selecting.tick} />
        </Box>
      )}
      <Box sx={{ flex: 1, minWidth: 0, pt: 1.5, pb: 1 }}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
          <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
            <Link component={RouterLink} to={address} color="inherit" data-row-link>
              {title?.cell(row, address)}
            </Link>
          </Box>
          {(status?.cardCell ?? status?.cell)?.(row, address)}
        </Box>
        <CardFacts row={row} columns={columns} address={address} />
      </Box>
      {table.actions !== undefined && (
        <Box data-apart sx={{ '& [data-quick]': { display: 'none' } }}>
          {table.actions(row)}
        </Box>
      )}
    </Box>
  )
}

type FactsProps<Row> = {
  readonly row: Row
  readonly columns: readonly Column<Row>[]
  readonly address: string
}

function CardFacts<Row>({ row, columns, address }: FactsProps<Row>) {
  const facts = columns.filter((column) => column.card === 'fact').slice(0, 4)
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        mt: 1.5,
        display: 'grid',
        gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
        columnGap: 3,
        rowGap: 1,
        fontSize: 13,
      }}
    >
      {facts.map((column) => (
        <Box
          key={column.id}
          sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, alignItems: 'baseline' }}
        >
          <Box
            component="dt"
            sx={{ color: 'text.secondary', fontSize: 12, whiteSpace: 'nowrap', flexShrink: 0 }}
          >
            {column.cardHeader?.(row) ?? column.header}
          </Box>
          <Box
            component="dd"
            sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' }}
          >
            {column.cell(row, address)}
          </Box>
        </Box>
      ))}
    </Box>
  )
}
