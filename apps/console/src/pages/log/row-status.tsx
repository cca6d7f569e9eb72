import { type LogRow, logType } from '@posthouse/contract/log'
import { logTypeName } from '../../ui/status.ts'
import { Chip, StatusChip } from '../../ui/status-chip.tsx'

/** How a call ended, by its HTTP status; what another row is of. */
export function RowStatus({ row }: { readonly row: LogRow }) {
  const isCall = row.type === logType.consumption || row.type === logType.error
  if (!isCall || row.status === 0) return <StatusChip status={logTypeName(row.type)} />
  const failed = row.type === logType.error
  return (
    <Chip tone={failed ? 'error' : 'success'} glyph={failed ? '▲' : '●'}>
      {row.status}
    </Chip>
  )
}
