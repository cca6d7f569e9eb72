import { logCalls } from '@posthouse/contract/calls/logs'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/use-call.ts'
import { formatDuration } from '../../lib/time/format-time.ts'
import type { Message } from '../../lib/chat/conversation.ts'
import { ChargeCell } from '../../table/cells/charge-cell.tsx'

const askAgainMs = 1200

/** What the answer cost, as the ledger says, and how long one waited for the first word. */
export function AnswerCost({ message }: { readonly message: Message }) {
  const { t } = useTranslation()
  const { requestId, firstTokenMs } = message
  const charge = useRead(
    logCalls,
    'explainCharge',
    { params: { id: requestId } },
    { enabled: requestId !== '', untilFoundMs: askAgainMs },
  )
  return (
    <Typography
      variant="caption"
      color="textSecondary"
      sx={{ display: 'flex', gap: 2, flexWrap: 'wrap' }}
    >
      {charge.data !== undefined && (
        <ChargeCell row={charge.data.log_id} quota={charge.data.quota} />
      )}
      {charge.data === undefined && charge.isFetching && <span>{t('playground.costPending')}</span>}
      {firstTokenMs !== null && (
        <span>{t('playground.firstToken', { time: formatDuration(firstTokenMs) })}</span>
      )}
    </Typography>
  )
}
