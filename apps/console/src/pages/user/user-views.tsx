import { userCalls } from '@posthouse/contract/calls/users'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { formatQuota, formatSum } from '@posthouse/contract/format-amount'
import type { User, UserTransfer } from '@posthouse/contract/managed-user'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead, useWrite } from '../../api/use-call.ts'
import type { TextKey } from '../../i18n/index.ts'
import { useAmountDisplay } from '../../stores/site.ts'
import { NameCell } from '../../table/cells/name-cell.tsx'
import { TimeCell } from '../../table/cells/time-cell.tsx'
import { Failed, LoadingRows } from '../../table/table-states.tsx'
import { notify } from '../../ui/notify.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { tokenStatusName } from '../../ui/status.ts'

type Props = { readonly user: User }
const paramsOf = ({ id }: User) => ({ params: { id: String(id) } })
const rowsMost = 100

export function UserTokens({ user }: Props) {
  const display = useAmountDisplay()
  const asked = useRead(userCalls, 'listUserTokens', paramsOf(user))
  return (
    <Rows asked={asked} none="user.noTokens">
      {(token) => (
        <Line
          key={token.id}
          left={<NameCell name={token.name} id={token.key_preview} />}
          middle={<StatusChip status={tokenStatusName(token.status)} />}
          right={formatSum(token.used_quota, display)}
        />
      )}
    </Rows>
  )
}

const kinds = ['settle', 'void', 'refund', 'credit', 'grant', 'adjust', 'allow'] as const

export function UserLedger({ user }: Props) {
  const { t } = useTranslation()
  const display = useAmountDisplay()
  const asked = useRead(userCalls, 'listUserTransfers', paramsOf(user))
  const kindOf = ({ kind }: UserTransfer): string => {
    const known = kinds.find((name) => name === kind)
    return known === undefined ? kind : t(`user.kinds.${known}`)
  }
  const about = ({ remark, actor }: UserTransfer): string =>
    [remark, t('user.by', { actor })].filter((part) => part !== '').join(' · ')
  return (
    <Rows asked={asked} none="user.noTransfers">
      {(entry) => (
        <Line
          key={entry.id}
          left={<NameCell name={kindOf(entry)} id={about(entry)} />}
          middle={<TimeCell seconds={entry.time} />}
          right={`${entry.quota > 0 ? '+' : ''}${formatQuota(entry.quota, display)}`}
        />
      )}
    </Rows>
  )
}

export function UserSessions({ user }: Props) {
  const { t } = useTranslation()
  const asked = useRead(userCalls, 'listUserSessions', paramsOf(user))
  const end = useWrite(userCalls, 'endUserSessions', { changes: ['listUserSessions'] })
  const endAll = () =>
    end.mutate(
      { params: { id: user.id } },
      { onSuccess: () => notify('success', t('user.endedSessions', { name: user.username })) },
    )
  return (
    <>
      <Rows asked={asked} none="user.noSessions">
        {(session) => (
          <Line
            key={`${session.created_time} ${session.address} ${session.user_agent}`}
            left={<NameCell name={session.address} id={session.user_agent} />}
            right={<TimeCell seconds={session.seen_time} />}
          />
        )}
      </Rows>
      {(asked.data?.length ?? 0) > 0 && (
        <Button
          color="error"
          variant="outlined"
          sx={{ mt: 4 }}
          loading={end.isPending}
          onClick={endAll}
        >
          {t('user.endSessions')}
        </Button>
      )}
    </>
  )
}

type Asked<Row> = {
  readonly data: readonly Row[] | undefined
  readonly error: Error | null
  readonly refetch: () => Promise<unknown>
}

type RowsProps<Row> = {
  readonly asked: Asked<Row>
  readonly none: TextKey
  readonly children: (row: Row) => ReactNode
}

function Rows<Row>({ asked: { data, error, refetch }, none, children }: RowsProps<Row>) {
  const { t } = useTranslation()
  if (data === undefined) {
    return error === null ? (
      <LoadingRows />
    ) : (
      <Failed error={error} onRetry={() => void refetch()} />
    )
  }
  if (data.length === 0) return <Typography color="textSecondary">{t(none)}</Typography>
  return (
    <>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {data.map(children)}
      </Box>
      {data.length === rowsMost && (
        <Typography color="textSecondary" sx={{ mt: 3 }}>
          {t('user.newestOnly')}
        </Typography>
      )}
    </>
  )
}

type LineProps = {
  readonly left: ReactNode
  readonly middle?: ReactNode
  readonly right: ReactNode
}

const Line = ({ left, middle, right }: LineProps) => (
  <Box
    component="li"
    sx={{
      display: 'flex',
      gap: 4,
      alignItems: 'center',
      py: 2,
      borderBottom: 1,
      borderColor: 'divider',
      fontSize: 13,
    }}
  >
    <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>{left}</Box>
    {middle}
    <Box sx={{ textAlign: 'right', fontVariantNumeric: 'tabular-nums' }}>{right}</Box>
  </Box>
)
